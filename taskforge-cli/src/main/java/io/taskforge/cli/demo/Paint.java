package io.taskforge.cli.demo;

/** A colour of the terminal. */
enum Paint {
  PLAIN(0),
  BOLD(1),
  FAINT(2),
  RED(31),
  GREEN(32),
  YELLOW(33),
  CYAN(36);

  private final int code;

  Paint(int code) {
    this.code = code;
  }

  String on(String text) {
    return this == PLAIN ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
  }
}
