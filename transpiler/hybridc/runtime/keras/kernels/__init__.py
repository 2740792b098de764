"""What Keras' layers and functions compute."""
