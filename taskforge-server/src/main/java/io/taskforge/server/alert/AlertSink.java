package io.taskforge.server.alert;

/**
 * Somewhere that alerts are sent to. Called by the node that looks, one alert at a time, after it
 * was stored; it must not take long. An alert comes once, or again under the same id if a node died
 * while it was telling.
 */
public interface AlertSink {
  /** Something is wrong. */
  void raised(Alert alert);

  /** It is well again. */
  void resolved(Alert alert);
}
