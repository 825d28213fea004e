package io.taskforge.architecture.broken;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;

/** Lets whoever wrote the bytes choose which classes are made. */
final class Deserializes {
  Object read(InputStream in) throws IOException, ClassNotFoundException {
    return new ObjectInputStream(in).readObject();
  }
}
