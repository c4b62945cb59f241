"""Tags that templates of other apps may use of this one."""
