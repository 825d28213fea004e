package io.taskforge.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The names or ids that a command takes.
 *
 * @param label what help calls one of them
 * @param description what they are
 * @param choices what a shell completes them with, or null
 */
record Names(String label, String description, @Nullable Iterable<String> choices) {
  Names(String label, String description) {
    this(label, description, null);
  }

  /** Lets a command take one or more. */
  void many(CommandSpec spec) {
    add(spec, "0..*", "1..*");
  }

  /** Lets a command take exactly one. */
  void one(CommandSpec spec) {
    add(spec, "0", "1");
  }

  private void add(CommandSpec spec, String index, String arity) {
    spec.addPositional(
        PositionalParamSpec.builder()
            .index(index)
            .arity(arity)
            .required(true)
            .type(List.class)
            .auxiliaryTypes(String.class)
            .paramLabel(label)
            .description(description)
            .completionCandidates(choices)
            .build());
  }

  /** Returns what was given. */
  static List<String> of(CommandSpec spec) {
    return spec.positionalParameters().get(0).getValue();
  }
}
