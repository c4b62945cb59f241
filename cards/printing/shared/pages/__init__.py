"""What the templates of pages as large as the paper write (`templates/print`), a module for each; `shown` for all."""
