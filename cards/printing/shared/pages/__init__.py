"""What the templates of pages as large as the paper write (`templates/print`), a module for each; `sights` for all."""
