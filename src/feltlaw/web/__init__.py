"""The pages: what people look at. No rule of any game is here; views say what can be done."""
