"""What frameworks' names mean. Data only: nothing here knows of syntax trees being rewritten."""
