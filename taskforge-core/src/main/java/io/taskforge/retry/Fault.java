package io.taskforge.retry;

/**
 * One thing that is wrong with a policy, a cron expression or a schedule.
 *
 * @param key where, as in the JSON form: {@code backoff.multiplier}
 * @param value what stands there, as text
 * @param rule what is allowed there
 */
public record Fault(String key, String value, String rule) {
  @Override
  public String toString() {
    return key + ": " + value + " is not allowed: " + rule;
  }
}
