package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.output.Console;
import io.taskforge.json.strict.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ObjectNode;

/** A command of a {@link Resource}, which declares its arguments and options. */
abstract class ResourceCommand extends ApiCommand {
  private final Resource resource;

  @Spec private CommandSpec spec = CommandSpec.create();

  ResourceCommand(Console console, Resource resource) {
    super(console);
    this.resource = resource;
  }

  /** Returns the names or ids that were given as arguments. */
  List<String> names() {
    return spec.positionalParameters().get(0).getValue();
  }

  String item(String name, String below) {
    return item(name, below, List.of());
  }

  /** Returns the path of an item, or of something below it, with its parameters and these. */
  String item(String name, String below, List<RequestOption> more) {
    Map<String, String> query = query(resource.parameters());
    query.putAll(query(more));
    return ApiClient.withQuery(resource.path() + "/" + ApiClient.segment(name) + below, query);
  }

  /** Returns the given ones of these options as query parameters. */
  Map<String, String> query(List<RequestOption> options) {
    Map<String, String> query = new LinkedHashMap<>();
    options.forEach(option -> Filter.put(query, option.field(), option.value(spec)));
    return query;
  }

  /** Returns the given ones of these options as the fields of a body. */
  ObjectNode body(List<RequestOption> options) {
    ObjectNode body = Json.object();
    for (RequestOption option : options) {
      String value = option.value(spec);
      if (value != null) {
        body.set(option.field(), option.format().apply(option.name(), value));
      }
    }
    return body;
  }
}
