package io.taskforge.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that narrow a list of jobs, as a mixin. */
final class JobFilter extends Filter {
  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "Only those of this type.",
      completionCandidates = Choices.Types.class)
  private @Nullable String type;

  @Option(
      names = "--error",
      paramLabel = "TYPE",
      description = "Only those whose last failure was of this type, such as timeout.")
  private @Nullable String error;

  @Option(
      names = "--failure-kind",
      paramLabel = "KIND",
      description =
          "Only those whose last failure was of this kind: transient, permanent or overload.",
      completionCandidates = Choices.FailureKinds.class)
  private @Nullable String failureKind;

  @Override
  Map<String, String> parameters() {
    Map<String, String> parameters = super.parameters();
    put(parameters, "type", type);
    put(parameters, "errorType", error);
    put(parameters, "failureKind", failureKind);
    return parameters;
  }
}
