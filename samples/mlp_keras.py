"""The MLP of the chapters on hybridizing, in Keras: `hybridc bench samples/mlp_keras.py:get_net()` measures it."""

import tensorflow as tf
from tensorflow.keras.layers import Dense


def get_net():
    net = tf.keras.Sequential()
    net.add(Dense(256, input_shape=(512,), activation="relu"))
    net.add(Dense(128, activation="relu"))
    net.add(Dense(2, activation="linear"))
    return net
