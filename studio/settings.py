"""Django's settings. What varies between machines is decided in env.py; this file only arranges it."""

from __future__ import annotations

from os import getpid
from socket import gethostname
from typing import Any

from csp.constants import NONCE, NONE, SELF

from studio.server.push_keys import public_half
from studio.setup.env import PROJECT, read_env
from studio.setup.secret_key import secret_key
from studio.web.joined.bare import SCRIPT_ALLOWED, STYLE_ALLOWED

ENV = read_env()
BASE_DIR = PROJECT
DATA = ENV.data
SITE = ENV.site

DEBUG = ENV.debug
SECRET_KEY = ENV.secret_key or secret_key(DATA)
ALLOWED_HOSTS = list(ENV.hosts)
CSRF_TRUSTED_ORIGINS = [ENV.site] if ENV.site else []

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "channels",
    "studio",
    "cards",
    "play",
]

MIDDLEWARE = [
    "studio.web.request_numbers.number_requests",
    "studio.web.devices.keep_own_cookies",
    "studio.middleware.CompressInTheClear",
    "studio.middleware.house_headers",
    "studio.web.language.speak_to_the_reader",
    "studio.middleware.OwnPolicy",
    "studio.web.static_files.SendStaticFiles",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "studio.middleware.refuse_no_port",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "studio.middleware.AdminMessages",
    "studio.middleware.say_when_the_database_cannot",
    "studio.web.devices.remember_devices",
    "studio.web.responses.say_refusals",
    "cards.views.shut_doors.say_at_shut_doors",
]

ROOT_URLCONF = "studio.urls"
ASGI_APPLICATION = "studio.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PROJECT / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["studio.speed.template_files.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            # {% url %}; {% translate %} and {% blocktranslate %}
            "builtins": ["studio.templatetags.addresses", "studio.templatetags.sentences"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "studio.web.context_processors.chrome",
            ],
        },
    }
]

# --- rows -----------------------------------------------------------------------------------------------------------
# A transaction that will write says so at its start (IMMEDIATE): two of them then wait for each other instead of
# failing half way. Reads stay outside transactions, so they never wait. WAL is switched on once, by `prepare`.
DATABASES: dict[str, dict[str, Any]]
if ENV.database.engine == "sqlite":
    DATABASES = {
        "default": {
            "ENGINE": "studio.speed.sqlite",
            "NAME": ENV.database.name,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": f"PRAGMA synchronous={ENV.synchronous};PRAGMA foreign_keys=ON;",
            },
            "CONN_MAX_AGE": 60,  # seconds; each thread that answers requests keeps the file open
        }
    }
else:
    DATABASES = {
        "default": {
            "ENGINE": "studio.postgres",
            "NAME": ENV.database.name,
            "USER": ENV.database.user,
            "PASSWORD": ENV.database.password,
            "HOST": ENV.database.host,
            "PORT": ENV.database.port,
            "CONN_HEALTH_CHECKS": True,
            "OPTIONS": {
                "connect_timeout": 5,
                # What is asked again and again is planned once a connection: planning took PostgreSQL half its time.
                "server_side_binding": True,
                "prepare_threshold": 2,
                # Threads borrow connections from a pool for one request. While the server is away it gives up soon
                # and asks anew with the next request, instead of waiting longer and longer. The 22 threads of requests
                # (handler.py) leave some for rooms, duties and /readyz, however long they keep theirs.
                "pool": {"min_size": 1, "max_size": 28, "timeout": 4, "reconnect_timeout": 3},
                **dict(ENV.database.options),
                # Which process of which machine it is, among the connections of the server (upgrades/upgrade.py).
                "application_name": f"carte-blanche {gethostname()[:30]} {getpid()}",
            },
        }
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- hints between processes: never content, so a lost one costs a moment and nothing else ---------------------------
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [ENV.redis_url], "prefix": "carte"},
    }
    if ENV.redis_url
    else {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 1000}}
}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# --- static files and uploads ---------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [PROJECT / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "studio.web.static_files.JoinedByFamily"},
}
WHITENOISE_IMMUTABLE_FILE_TEST = r"\.[0-9a-f]{12}\."  # also those of a release before (studio/web/collected.py)
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = DEBUG
MEDIA_ROOT = DATA / "media"
MEDIA_URL = "/media/"
FILE_UPLOAD_TEMP_DIR = None
FILE_UPLOAD_PERMISSIONS = 0o600

BODY_LIMIT = 10 * 1024 * 1024  # bytes; the server answers 413 above it before it buffers anything
DATA_UPLOAD_MAX_MEMORY_SIZE = BODY_LIMIT
FILE_UPLOAD_MAX_MEMORY_SIZE = BODY_LIMIT  # what passes the server fits in memory: no temporary files
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
DATA_UPLOAD_MAX_NUMBER_FILES = 20
SOCKET_MESSAGE_LIMIT = 64 * 1024  # bytes

# --- cookies, origins, headers --------------------------------------------------------------------------------------
SESSION_COOKIE_NAME = "carte_session"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = ENV.is_secure
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
CSRF_COOKIE_NAME = "carte_csrf"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = ENV.is_secure
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 180 if ENV.is_secure else 0
SILENCED_SYSTEM_CHECKS = [
    "security.W001",  # Django's SecurityMiddleware is not here: house_headers sends what it would, and more
    "security.W002",  # nor is XFrameOptionsMiddleware: the header and frame-ancestors are sent with every answer
]
X_FRAME_OPTIONS = "DENY"  # what else a page may do is said by house_headers; to TLS the proxy in front redirects
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE, SCRIPT_ALLOWED],
        "style-src": [SELF, NONCE, STYLE_ALLOWED],
        "style-src-attr": ["'unsafe-inline'"],  # cards carry their measures as custom properties
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],  # OwnPolicy adds ws:// or wss:// of this very host
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# --- notices of the browser: off unless the host has set a key (docs/deploying.md) ----------------------------------
PUSH_KEY = ENV.push_key
PUSH_CONTACT = ENV.push_contact
PUSH_PUBLIC_KEY = public_half(PUSH_KEY) if PUSH_KEY else ""
# The push services of the browsers' makers. No other address is ever called, whatever a browser says.
PUSH_SERVICES = (
    "https://fcm.googleapis.com",
    "https://updates.push.services.mozilla.com",
    "https://*.push.apple.com",
    "https://*.notify.windows.com",
)

# --- accounts and language ------------------------------------------------------------------------------------------
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "studio.people.passwords.NotTheNameValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
# Nobody's pages but the admin's say anything so; a session is only looked at where something is said.
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "you"
LOGOUT_REDIRECT_URL = "/"
LANGUAGE_CODE = "en"
LANGUAGES = [(code, code) for code in ENV.languages]
LOCALE_PATHS = [PROJECT / "locale"]
FORMAT_MODULE_PATH = ["studio.web.formats"]
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# --- the log: what a host has to see; with CARTE_LOG=INFO also what visitors were refused -----------------------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}{mark}: {message}", "style": "{"}},
    "filters": {
        "without_tokens": {"()": "studio.setup.logs.WithoutTokens"},
        "with_number": {"()": "studio.setup.logs.WithNumber"},
        "refusals": {"()": "studio.setup.logs.RefusalsAreNoWarnings", "level": ENV.log_level},
        "layer_lost": {"()": "studio.live.reach.LayerComplains"},
        "pool_lost": {"()": "studio.live.reach.PoolComplains"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["refusals", "with_number", "without_tokens"],
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "django.security.DisallowedHost": {"level": "CRITICAL"},  # anybody may send any Host: 400, and no line of ours
        "studio": {"level": "INFO"},
        "cards": {"level": "INFO"},
        "studio.web.request_numbers": {"level": ENV.log_level},
        "channels_redis.pubsub": {"filters": ["layer_lost"]},
        "psycopg.pool": {"filters": ["pool_lost"]},
    },
}
