package io.taskforge.json;

/**
 * One thing that is wrong with a policy, a cron expression or a schedule.
 *
 * @param key where, as in the JSON form: {@code backoff.multiplier}
 * @param value what stands there, as text; {@link #NOTHING} if something is missing
 * @param rule what is allowed there
 */
public record Fault(String key, String value, String rule) {
  /** Stands for what is not there. */
  public static final String NOTHING = "nothing";

  @Override
  public String toString() {
    return key
        + ": "
        + (value.equals(NOTHING) ? "missing, but " : value + " is not allowed: ")
        + rule;
  }
}
