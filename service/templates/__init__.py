"""The pages that the service prints: templates in HTML, and the style that they share."""
