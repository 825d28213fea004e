package io.taskforge.job;

import io.taskforge.text.BoundedText;
import io.taskforge.text.UuidText;
import java.util.UUID;

/** A job's identity: a UUID of version 7, so that ids grow with time. */
public record JobId(UUID value) implements Comparable<JobId> {
  /**
   * Parses an id.
   *
   * @throws IllegalArgumentException if it is not a UUID of 36 characters
   */
  public static JobId parse(String text) {
    return UuidText.parse(text)
        .map(JobId::new)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "job id must be a UUID of 36 characters but was '%s'"
                        .formatted(BoundedText.of(text, 100))));
  }

  /** By creation time; UUID's own order compares signed halves. */
  @Override
  public int compareTo(JobId other) {
    int high =
        Long.compareUnsigned(value.getMostSignificantBits(), other.value.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(
            value.getLeastSignificantBits(), other.value.getLeastSignificantBits());
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
