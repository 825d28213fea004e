package io.taskforge.bench.soak;

import java.net.URI;
import java.util.Map;

/**
 * The settings of an adapter, from the environment variables of the public harness.
 *
 * @param url the JDBC URL
 * @param depth the number of waiting jobs to keep, or 0 to enqueue at a fixed rate
 */
record AdapterSettings(
    String url,
    int rate,
    int depth,
    int batchMax,
    int batchMillis,
    int workers,
    int payloadBytes,
    int workMillis,
    int sampleSeconds) {
  static AdapterSettings from(Map<String, String> environment) {
    String mode = environment.getOrDefault("PRODUCER_MODE", "fixed");
    if (!mode.equals("fixed") && !mode.equals("depth-target")) {
      throw new IllegalArgumentException(
          "PRODUCER_MODE: %s is not allowed: must be fixed or depth-target".formatted(mode));
    }
    String scenario = environment.getOrDefault("SCENARIO", "long_horizon");
    if (!scenario.equals("long_horizon")) {
      throw new IllegalArgumentException(
          "SCENARIO: %s is not allowed: must be long_horizon".formatted(scenario));
    }
    String url = environment.get("DATABASE_URL");
    if (url == null) {
      throw new IllegalArgumentException("DATABASE_URL is required");
    }
    return new AdapterSettings(
        jdbcUrl(URI.create(url)),
        number(environment, "PRODUCER_RATE", 100),
        mode.equals("fixed") ? 0 : number(environment, "TARGET_DEPTH", 1_000),
        number(environment, "PRODUCER_BATCH_MAX", 128),
        number(environment, "PRODUCER_BATCH_MS", 25),
        number(environment, "WORKER_COUNT", 32),
        number(environment, "JOB_PAYLOAD_BYTES", 256),
        number(environment, "JOB_WORK_MS", 1),
        Math.max(1, number(environment, "SAMPLE_EVERY_S", 5)));
  }

  private static int number(Map<String, String> environment, String name, int otherwise) {
    String value = environment.get(name);
    try {
      return value == null || value.isEmpty() ? otherwise : Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("%s: %s is not a number".formatted(name, value), e);
    }
  }

  /** Translates {@code postgres://user:password@host:port/database}. */
  static String jdbcUrl(URI url) {
    String[] user =
        url.getRawUserInfo() == null ? new String[0] : url.getRawUserInfo().split(":", 2);
    StringBuilder jdbc = new StringBuilder("jdbc:postgresql://").append(url.getHost());
    if (url.getPort() != -1) {
      jdbc.append(':').append(url.getPort());
    }
    jdbc.append(url.getRawPath()).append("?ApplicationName=taskforge-bench");
    if (user.length > 0) {
      jdbc.append("&user=").append(user[0]);
    }
    if (user.length > 1) {
      jdbc.append("&password=").append(user[1]);
    }
    return url.getRawQuery() == null ? jdbc.toString() : jdbc + "&" + url.getRawQuery();
  }
}
