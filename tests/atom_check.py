"""Whether a document is an Atom feed: the grammar of RFC 4287 (appendix B, as RELAX NG), and the rules beside it that
no grammar can say."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from urllib.parse import urlsplit

from lxml import etree

ATOM = "http://www.w3.org/2005/Atom"
IN = {"a": ATOM}

_TEXT = """
  <choice>
    <group><optional><attribute name="type"><choice><value>text</value><value>html</value></choice></attribute>
      </optional><text/></group>
    <group><attribute name="type"><value>xhtml</value></attribute>
      <element name="div" ns="http://www.w3.org/1999/xhtml"><ref name="anything"/></element></group>
  </choice>"""
_PERSON = """
  <interleave><element name="name"><text/></element><optional><element name="uri"><text/></element></optional>
    <optional><element name="email"><data type="string"><param name="pattern">.+@.+</param></data></element></optional>
    <ref name="foreign"/></interleave>"""

GRAMMAR = f"""
<grammar xmlns="http://relaxng.org/ns/structure/1.0" ns="{ATOM}"
  datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">
  <start><ref name="feed"/></start>
  <define name="common"><optional><attribute name="xml:base"/></optional>
    <optional><attribute name="xml:lang"><data type="string">
      <param name="pattern">([A-Za-z]{{1,8}}(-[A-Za-z0-9]{{1,8}})*)?</param></data></attribute></optional></define>
  <define name="anything"><zeroOrMore><choice><attribute><anyName/></attribute><text/>
    <element><anyName/><ref name="anything"/></element></choice></zeroOrMore></define>
  <define name="foreign"><zeroOrMore><element><anyName><except><nsName/></except></anyName><ref name="anything"/>
    </element></zeroOrMore></define>
  <define name="moment"><ref name="common"/><data type="dateTime">
    <param name="pattern">.+T.+(Z|[+\\-]\\d\\d:\\d\\d)</param></data></define>
  <define name="uri"><ref name="common"/><text/></define>
  <define name="words"><ref name="common"/>{_TEXT}</define>
  <define name="person"><ref name="common"/>{_PERSON}</define>
  <define name="link"><element name="link"><ref name="common"/><attribute name="href"/>
    <optional><attribute name="rel"/></optional><optional><attribute name="type"><data type="string">
      <param name="pattern">.+/.+</param></data></attribute></optional>
    <optional><attribute name="hreflang"/></optional><optional><attribute name="title"/></optional>
    <optional><attribute name="length"/></optional></element></define>
  <define name="category"><element name="category"><ref name="common"/><attribute name="term"/>
    <optional><attribute name="scheme"/></optional><optional><attribute name="label"/></optional></element></define>
  <define name="feed"><element name="feed"><ref name="common"/><interleave>
    <zeroOrMore><element name="author"><ref name="person"/></element></zeroOrMore>
    <zeroOrMore><ref name="category"/></zeroOrMore>
    <zeroOrMore><element name="contributor"><ref name="person"/></element></zeroOrMore>
    <optional><element name="generator"><ref name="anything"/></element></optional>
    <optional><element name="icon"><ref name="uri"/></element></optional>
    <element name="id"><ref name="uri"/></element>
    <zeroOrMore><ref name="link"/></zeroOrMore>
    <optional><element name="logo"><ref name="uri"/></element></optional>
    <optional><element name="rights"><ref name="words"/></element></optional>
    <optional><element name="subtitle"><ref name="words"/></element></optional>
    <element name="title"><ref name="words"/></element>
    <element name="updated"><ref name="moment"/></element>
    <ref name="foreign"/>
    <zeroOrMore><ref name="entry"/></zeroOrMore>
  </interleave></element></define>
  <define name="entry"><element name="entry"><ref name="common"/><interleave>
    <zeroOrMore><element name="author"><ref name="person"/></element></zeroOrMore>
    <zeroOrMore><ref name="category"/></zeroOrMore>
    <optional><element name="content"><ref name="words"/></element></optional>
    <zeroOrMore><element name="contributor"><ref name="person"/></element></zeroOrMore>
    <element name="id"><ref name="uri"/></element>
    <zeroOrMore><ref name="link"/></zeroOrMore>
    <optional><element name="published"><ref name="moment"/></element></optional>
    <optional><element name="rights"><ref name="words"/></element></optional>
    <optional><element name="summary"><ref name="words"/></element></optional>
    <element name="title"><ref name="words"/></element>
    <element name="updated"><ref name="moment"/></element>
    <ref name="foreign"/>
  </interleave></element></define>
</grammar>"""
_SCHEMA = etree.RelaxNG(etree.fromstring(GRAMMAR))


def checked(document: bytes) -> etree._Element:
    """The feed, which is one; AssertionError says what is wrong with any other document."""
    feed = etree.fromstring(document)
    assert _SCHEMA.validate(feed), str(_SCHEMA.error_log)
    entries = feed.findall("a:entry", IN)
    names = [one.findtext("a:id", namespaces=IN) for one in (feed, *entries)]
    assert len(set(names)) == len(names), "an id that names two things"
    assert all(urlsplit(name).scheme for name in names), "an id that is no whole address"
    assert feed.find("a:author", IN) is not None or all(one.find("a:author", IN) is not None for one in entries)
    assert feed.findall("a:link[@rel='self']", IN), "it does not say where it stands"
    for one in (feed, *entries):
        kinds = Counter((link.get("type"), link.get("hreflang")) for link in _alternate(one))
        assert max(kinds.values(), default=0) <= 1, "two pages of one kind for the same"
        assert all(urlsplit(link.get("href")).scheme in ("http", "https") for link in one.findall("a:link", IN))
    for one in entries:
        assert one.find("a:content", IN) is not None or _alternate(one), "neither content nor a page of it"
    moments = [datetime.fromisoformat(one.findtext("a:updated", namespaces=IN)) for one in (feed, *entries)]
    assert not entries or moments[0] == max(moments[1:])
    return feed


def _alternate(of: etree._Element) -> list[etree._Element]:
    return [link for link in of.findall("a:link", IN) if link.get("rel", "alternate") == "alternate"]
