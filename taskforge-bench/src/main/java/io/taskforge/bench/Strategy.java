package io.taskforge.bench;

import static java.time.Duration.ofSeconds;

import io.taskforge.retry.Backoff;
import java.util.List;

/** The backoff strategies, each with a first delay of a second. */
public enum Strategy {
  FIXED,
  LINEAR,
  EXPONENTIAL,
  FIBONACCI,
  LIST;

  Backoff backoff() {
    return switch (this) {
      case FIXED -> new Backoff.Fixed(ofSeconds(1));
      case LINEAR -> new Backoff.Linear(ofSeconds(1), ofSeconds(2));
      case EXPONENTIAL -> new Backoff.Exponential(ofSeconds(1), 1.5);
      case FIBONACCI -> new Backoff.Fibonacci(ofSeconds(1));
      case LIST ->
          new Backoff.Listed(List.of(ofSeconds(1), ofSeconds(5), ofSeconds(25), ofSeconds(125)));
    };
  }
}
