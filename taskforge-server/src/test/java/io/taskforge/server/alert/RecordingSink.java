package io.taskforge.server.alert;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What was told, in order; or a node that dies when it should tell. */
final class RecordingSink implements AlertSink {
  private final List<String> all = new CopyOnWriteArrayList<>();
  private volatile boolean dies;

  /** What a node that is killed ends with. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  List<String> all() {
    return all;
  }

  void dies(boolean whenTold) {
    dies = whenTold;
  }

  @Override
  public void raised(Alert alert) {
    tell("raised " + alert.id());
  }

  @Override
  public void resolved(Alert alert) {
    tell("resolved " + alert.id());
  }

  private void tell(String what) {
    if (dies) {
      throw new Killed();
    }
    all.add(what);
  }
}
