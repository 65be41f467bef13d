"""The report page: a result as one HTML file that explains itself."""
