package io.taskforge.cli;

import io.taskforge.cli.client.CommandFailure;
import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Finds the policy that a command names: a preset, a file, standard input, or a server's. */
record PolicySource(InputStream standardInput) {
  /** As much as {@link RetryPolicyJson} reads; a longer file is not read to its end. */
  static final int MAX_BYTES = 256 * 1024;

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /**
   * Returns the preset of this name, in any case, or else the policy in the file of this name, or
   * else the server's policy of this name.
   */
  NamedPolicy presetOrFile(String nameOrFile, Supplier<Map<String, RetryPolicy>> server) {
    Optional<NamedPolicy> preset =
        RetryPolicies.all().entrySet().stream()
            .filter(entry -> entry.getKey().equalsIgnoreCase(nameOrFile))
            .map(entry -> new NamedPolicy(entry.getKey(), entry.getValue()))
            .findFirst();
    if (preset.isPresent()) {
      return preset.get();
    }
    InputFile file = new InputFile(nameOrFile, standardInput);
    if (file.exists()) {
      return new NamedPolicy(file.shown(), file(nameOrFile));
    }
    RetryPolicy named = server.get().get(nameOrFile);
    if (named == null) {
      throw CommandFailure.notFound(
          "no preset, no file and no policy of a server (--server) is named '%s'; the presets are %s"
              .formatted(nameOrFile, String.join(", ", RetryPolicies.all().keySet())));
    }
    return new NamedPolicy(nameOrFile, named);
  }

  /** Returns the policy in {@code file}; {@code -} is standard input. */
  RetryPolicy file(String file) {
    try {
      return RetryPolicyJson.standard().read(text(file));
    } catch (InvalidPolicyException e) {
      List<String> faults = e.faults().stream().map(fault -> "  " + fault).toList();
      String count = faults.size() == 1 ? "1 fault" : faults.size() + " faults";
      throw CommandFailure.invalid(
          Stream.concat(
                  Stream.of(shown(file) + " is not a valid retry policy, " + count + ":"),
                  faults.stream())
              .toList());
    }
  }

  /** Returns the text of {@code file}, or fails with one line that says why there is none. */
  String text(String file) {
    String tooLong = MAX_BYTES / 1024 + " KiB, as no policy is";
    String text = new InputFile(file, standardInput).text("", MAX_BYTES, tooLong);
    return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
  }

  /** Returns what to call {@code file} in messages. */
  String shown(String file) {
    return new InputFile(file, standardInput).shown();
  }

  /** A policy and what to call it. */
  record NamedPolicy(String name, RetryPolicy policy) {}
}
