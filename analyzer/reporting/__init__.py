"""From results to a report: sections make a document, renderers make files of it."""
