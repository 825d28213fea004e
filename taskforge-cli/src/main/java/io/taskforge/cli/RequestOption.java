package io.taskforge.cli;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * An option whose value is sent to the API, as a field of the body or as a query parameter.
 *
 * @param name with its dashes, such as {@code --reason}
 * @param field the name that the API has for it
 * @param label the placeholder for the value in the help text
 * @param choices the values that shell completion offers, or null
 * @param format converts the option's name and value to JSON, for a body
 */
record RequestOption(
    String name,
    String field,
    String label,
    String description,
    @Nullable Iterable<String> choices,
    BiFunction<String, String, JsonNode> format) {

  /** Creates an option for text. */
  static RequestOption of(String name, String field, String label, String description) {
    return new RequestOption(
        name, field, label, description, null, (option, value) -> StringNode.valueOf(value));
  }

  RequestOption as(BiFunction<String, String, JsonNode> otherFormat) {
    return new RequestOption(name, field, label, description, choices, otherFormat);
  }

  RequestOption offering(Iterable<String> offered) {
    return new RequestOption(name, field, label, description, offered, format);
  }

  void addTo(CommandSpec command) {
    command.addOption(
        OptionSpec.builder(name)
            .paramLabel(label)
            .description(description)
            .type(String.class)
            .completionCandidates(choices)
            .build());
  }

  /** Returns the value that was given to a command, or null. */
  @Nullable String value(CommandSpec command) {
    return command.findOption(name).getValue();
  }
}
