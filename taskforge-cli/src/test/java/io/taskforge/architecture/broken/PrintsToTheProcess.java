package io.taskforge.architecture.broken;

/** Writes to the standard streams of the process. */
final class PrintsToTheProcess {
  void out() {
    System.out.println("hello");
  }

  void err() {
    System.err.println("hello");
  }
}
