package io.taskforge.architecture.broken;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;

/** Deserializes untrusted bytes, whose author chooses the classes. */
final class Deserializes {
  Object read(InputStream in) throws IOException, ClassNotFoundException {
    return new ObjectInputStream(in).readObject();
  }
}
