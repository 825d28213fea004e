package io.taskforge.cli;

import io.taskforge.json.strict.Json;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import tools.jackson.databind.JsonNode;

/**
 * An option or argument of a command whose value is sent to the API, as a field of the body or as a
 * query parameter.
 *
 * @param name of an option with its dashes, such as {@code --reason}; of an argument its
 *     placeholder in the help text, such as {@code ID}
 * @param field the name that the API has for it
 * @param format converts the name and the value to JSON
 * @param declaration declares it to picocli, also if it is an argument
 */
record RequestOption(
    String name,
    String field,
    BiFunction<String, Object, JsonNode> format,
    UnaryOperator<OptionSpec.Builder> declaration) {
  private static final Pattern HUMP = Pattern.compile("-([a-z])");

  /** Creates an option for text. Its field is its name in camel case. */
  static RequestOption option(String name, String label, String description) {
    String field =
        HUMP.matcher(name.substring(2)).replaceAll(hump -> hump.group(1).toUpperCase(Locale.ROOT));
    return new RequestOption(
        name,
        field,
        (option, value) -> Json.of(value),
        spec -> spec.paramLabel(label).description(description).arity("1").type(String.class));
  }

  /** Creates an option without a value. Its field is its name in camel case, and true. */
  static RequestOption flag(String name, String description) {
    return option(name, "", description).with(spec -> spec.arity("0").type(Boolean.class));
  }

  /** Creates an argument for text. Its field is its label in lower case. */
  static RequestOption argument(String label, String description) {
    RequestOption option = option("--" + label, label, description).required();
    return new RequestOption(
        label, label.toLowerCase(Locale.ROOT), option.format, option.declaration);
  }

  static List<RequestOption> join(List<RequestOption> some, RequestOption... more) {
    return join(some, List.of(more));
  }

  static List<RequestOption> join(List<RequestOption> some, List<RequestOption> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  /** Returns this for another field of the API. */
  RequestOption field(String otherField) {
    return new RequestOption(name, otherField, format, declaration);
  }

  /** Returns this with a format for its name and its text. */
  RequestOption as(BiFunction<String, String, JsonNode> otherFormat) {
    return new RequestOption(
        name, field, (option, value) -> otherFormat.apply(option, value.toString()), declaration);
  }

  /** Returns this with values that shell completion offers. */
  RequestOption offering(Iterable<String> choices) {
    return with(spec -> spec.completionCandidates(choices));
  }

  RequestOption description(String description) {
    return with(spec -> spec.description(description));
  }

  RequestOption required() {
    return with(spec -> spec.required(true));
  }

  /** Returns this for an argument that may be left out. */
  RequestOption optional() {
    return with(spec -> spec.arity("0..1").required(false));
  }

  /** Returns this for a number, or for true or false. */
  RequestOption type(Class<?> type) {
    return with(spec -> spec.type(type));
  }

  /** Returns this for texts that are separated by commas. */
  RequestOption list() {
    return many("1").with(spec -> spec.splitRegex(",").hideParamSyntax(true).required(false));
  }

  /** Returns this for several arguments, such as {@code 1..*}. */
  RequestOption many(String arity) {
    return with(
        spec ->
            spec.arity(arity)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .required(!arity.startsWith("0")));
  }

  private RequestOption with(UnaryOperator<OptionSpec.Builder> more) {
    return new RequestOption(name, field, format, spec -> more.apply(declaration.apply(spec)));
  }

  private boolean isOption() {
    return name.startsWith("--");
  }

  void addTo(CommandSpec command) {
    OptionSpec option = declaration.apply(OptionSpec.builder(name)).build();
    if (isOption()) {
      command.addOption(option);
      return;
    }
    String position = Integer.toString(command.positionalParameters().size());
    command.addPositional(
        PositionalParamSpec.builder()
            .index(option.isMultiValue() ? position + "..*" : position)
            .paramLabel(option.paramLabel())
            .description(option.description())
            .arity(option.arity())
            .type(option.type())
            .auxiliaryTypes(option.auxiliaryTypes())
            .required(option.required())
            .completionCandidates(option.completionCandidates())
            .build());
  }

  /** Returns the value that was given to a command, or null. */
  @Nullable Object value(CommandSpec command) {
    ArgSpec argument =
        isOption()
            ? command.findOption(name)
            : command.positionalParameters().stream()
                .filter(each -> each.paramLabel().equals(name))
                .findFirst()
                .orElseThrow();
    return argument.getValue();
  }

  /** Returns the value that was given to a command as JSON, or null. */
  @Nullable JsonNode json(CommandSpec command) {
    Object value = value(command);
    return value == null ? null : format.apply(name, value);
  }
}
