"""Floor 10: what people read and file. Every report is data first and then a form: screen, text, JSON."""
