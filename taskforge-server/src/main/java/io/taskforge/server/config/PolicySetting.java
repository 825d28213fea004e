package io.taskforge.server.config;

import io.taskforge.json.Fault;
import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.json.RetryPolicyJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The default retry policy of a server: a preset, JSON, {@code @} and a file, or a stored name. */
public final class PolicySetting {
  private static final String RULE =
      "must be a preset (%s), the name of a stored policy, a policy in JSON, or @FILE"
          .formatted(String.join(", ", RetryPolicies.all().keySet()));

  private PolicySetting() {}

  static PolicyChoice read(String text) {
    if (text.startsWith("{")) {
      return inline(text);
    }
    if (text.startsWith("@")) {
      return inline(file(text.substring(1)));
    }
    if (!PolicyName.isLegal(text)) {
      throw new IllegalArgumentException(RULE);
    }
    return PolicyChoice.named(text);
  }

  private static PolicyChoice inline(String json) {
    try {
      return PolicyChoice.of(RetryPolicyJson.standard().read(json));
    } catch (InvalidPolicyException e) {
      throw new IllegalArgumentException(
          "must be a valid policy: "
              + e.faults().stream().map(Fault::toString).collect(Collectors.joining("; ")),
          e);
    }
  }

  private static String file(String name) {
    try {
      return Files.readString(Path.of(name));
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException("must name a file that can be read", e);
    }
  }

  /**
   * Throws if the choice is a name that is neither a preset's nor {@code stored}.
   *
   * @throws InvalidSettingsException if it is unknown
   */
  public static void check(PolicyChoice choice, Predicate<PolicyName> stored) {
    if (choice instanceof PolicyChoice.Named named
        && !named.name().isPreset()
        && !stored.test(named.name())) {
      throw new InvalidSettingsException(
          List.of(new Fault("retryPolicy", named.name().value(), RULE)));
    }
  }
}
