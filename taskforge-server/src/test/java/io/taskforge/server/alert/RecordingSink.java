package io.taskforge.server.alert;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records reported alerts in order, or simulates a crash while reporting. */
final class RecordingSink implements AlertSink {
  private final List<String> all = new CopyOnWriteArrayList<>();
  private volatile boolean crashes;

  static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  List<String> all() {
    return all;
  }

  void crashes(boolean whenReporting) {
    crashes = whenReporting;
  }

  @Override
  public void report(Alert alert) {
    if (crashes) {
      throw new Crash();
    }
    all.add((alert.isOpen() ? "raised " : "resolved ") + alert.id());
  }
}
