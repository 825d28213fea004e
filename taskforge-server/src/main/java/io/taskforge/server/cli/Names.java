package io.taskforge.server.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The names or ids that a command takes, labelled for what they name. */
final class Names {
  private Names() {}

  /** Lets a command take one or more. */
  static void many(CommandSpec spec, String label, String description) {
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .arity("1..*")
            .required(true)
            .type(List.class)
            .auxiliaryTypes(String.class)
            .paramLabel(label)
            .description(description)
            .build());
  }

  /** Lets a command take exactly one. */
  static void one(CommandSpec spec, String label, String description) {
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("1")
            .required(true)
            .type(List.class)
            .auxiliaryTypes(String.class)
            .paramLabel(label)
            .description(description)
            .build());
  }

  /** Returns what was given. */
  static List<String> of(CommandSpec spec) {
    List<String> names = spec.positionalParameters().get(0).getValue();
    return names == null ? List.of() : names;
  }
}
