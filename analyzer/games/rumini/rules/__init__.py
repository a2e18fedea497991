"""The rules of Rumini, by part."""
