"""Whole tables by the billion: what enumeration cannot answer, and a check of what it does."""
