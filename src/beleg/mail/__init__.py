"""An edition as e-mails, one a locale, for whatever program sends them."""
