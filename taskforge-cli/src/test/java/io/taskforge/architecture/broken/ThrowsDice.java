package io.taskforge.architecture.broken;

import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Each member uses randomness that its caller cannot control. */
final class ThrowsDice {
  double math() {
    return Math.random();
  }

  int local() {
    return ThreadLocalRandom.current().nextInt();
  }

  Random unseeded() {
    return new Random();
  }

  UUID id() {
    return UUID.randomUUID();
  }
}
