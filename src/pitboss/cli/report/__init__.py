"""`pitboss report`: papers that are printed, signed and filed."""
