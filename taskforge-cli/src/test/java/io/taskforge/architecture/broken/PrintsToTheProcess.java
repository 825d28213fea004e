package io.taskforge.architecture.broken;

/** Writes where nobody asked it to. */
final class PrintsToTheProcess {
  void out() {
    System.out.println("hello");
  }

  void err() {
    System.err.println("hello");
  }
}
