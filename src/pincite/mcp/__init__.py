"""The service as tools and resources for assistants that speak the Model Context Protocol."""
