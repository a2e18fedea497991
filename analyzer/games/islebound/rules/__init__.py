"""The rules of Islebound, by phase."""
