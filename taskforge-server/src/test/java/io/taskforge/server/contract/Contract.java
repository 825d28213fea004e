package io.taskforge.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Checks responses against the OpenAPI document. */
public final class Contract {
  private static final String PROBLEM = "application/problem+json";

  /** Statuses of responses sent before routing, which any request may get. */
  private static final Set<Integer> BEFORE_ROUTES = Set.of(405, 421);

  private final JsonNode document;
  private final SchemaCheck schemas;
  private final List<Operation> operations;

  /**
   * @param document an OpenAPI document
   */
  public Contract(JsonNode document) {
    this.document = document;
    this.schemas = new SchemaCheck(document);
    this.operations = Operation.all(document);
  }

  /** Fails unless the response is declared for the request's operation. */
  public void check(String method, String path, int status, String type, String body) {
    assertThat(faults(method, path, status, type, body))
        .as("%s %s answered %s %s", method, path, status, body)
        .isEmpty();
  }

  /** Whether a response has the fields that every problem must have. */
  public static boolean isProblem(String type, String body, int status) {
    if (!type.split(";", 2)[0].equals(PROBLEM)) {
      return false;
    }
    JsonNode problem = Json.read(body);
    return problem.path("type").isString()
        && problem.path("title").isString()
        && problem.path("detail").isString()
        && problem.path("status").asInt(0) == status;
  }

  /** Returns how a response differs from its declaration. */
  List<String> faults(String method, String path, int status, String type, String body) {
    String media = type.split(";", 2)[0].strip();
    Optional<Operation> asked = operation(method, path.split("\\?", 2)[0]);
    if (asked.isEmpty() && status != 404 && status != 405) {
      return List.of("it is answered but not declared");
    }
    if (asked.isEmpty() || BEFORE_ROUTES.contains(status)) {
      return problem(media, body);
    }
    JsonNode response = asked.get().json().path("responses").get(Integer.toString(status));
    if (response == null) {
      return List.of("status %d is not declared".formatted(status));
    }
    JsonNode content = response.path("content");
    if (content.isEmpty()) {
      return body.isEmpty() ? List.of() : List.of("a body is not declared");
    }
    if (!content.has(media)) {
      return List.of("'%s' is not declared, but %s".formatted(media, content.propertyNames()));
    }
    return media.endsWith("json")
        ? schemas.faults(content.get(media).path("schema"), Json.read(body))
        : List.of();
  }

  private List<String> problem(String media, String body) {
    return media.equals(PROBLEM)
        ? schemas.faults(document.at("/components/schemas/Problem"), Json.read(body))
        : List.of("it is no problem but " + media);
  }

  private Optional<Operation> operation(String method, String path) {
    return operations.stream()
        .filter(each -> each.method().equals(method) && each.matches(path))
        .min(Comparator.comparing(Operation::wildcards));
  }
}
