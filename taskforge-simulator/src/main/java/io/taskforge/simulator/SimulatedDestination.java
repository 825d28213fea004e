package io.taskforge.simulator;

/**
 * The running state of a {@link DestinationModel}: a token bucket that rejected calls drain too.
 * Overload leaves a debt of at most one second of capacity.
 */
final class SimulatedDestination {
  private static final double SECOND = 1e9;

  /** How a call ends. */
  enum Answer {
    SERVED,
    /** The destination is down. */
    REFUSED,
    /** The destination has no capacity left. */
    REJECTED
  }

  private final DestinationModel model;
  private final long downFrom;
  private final long downUntil;
  private final double largest;
  private double tokens;
  private long filledAt;

  /**
   * @param downFrom when the outage begins, in nanoseconds
   * @param downUntil when it ends
   */
  SimulatedDestination(DestinationModel model, long downFrom, long downUntil) {
    this.model = model;
    this.downFrom = downFrom;
    this.downUntil = downUntil;
    // Room for calls that happen to come close together: half a second of capacity.
    this.largest = Math.max(5, model.capacity() / 2);
    this.tokens = largest;
  }

  /** Decides about a call that arrives now; calls come in the order of time. */
  Answer call(long now) {
    if (now >= downFrom && now < downUntil) {
      return Answer.REFUSED;
    }
    fill(now);
    if (tokens >= 1) {
      tokens--;
      return Answer.SERVED;
    }
    tokens = Math.max(-model.capacity(), tokens - model.burn());
    return Answer.REJECTED;
  }

  private void fill(long now) {
    tokens = Math.min(largest, tokens + (now - filledAt) / SECOND * model.capacity());
    filledAt = now;
  }
}
