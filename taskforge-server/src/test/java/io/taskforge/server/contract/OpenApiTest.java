package io.taskforge.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import io.taskforge.server.api.TestServer;
import io.taskforge.server.wire.RawAnswer;
import io.taskforge.server.wire.RawHttp;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class OpenApiTest {
  @TempDir static Path directory;
  private static TestServer server;
  private static JsonNode document;

  @BeforeAll
  static void start() {
    server = TestServer.onSqlite(directory);
    document = server.get("/openapi.json").is(200).json();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void the_document_is_valid() {
    assertThat(OpenApiRules.faults(document)).isEmpty();
  }

  @Test
  void clients_can_be_generated_from_the_document() {
    assertThat(ClientRules.faults(document)).isEmpty();
  }

  @Test
  void a_route_needs_a_key_unless_it_is_open_to_all() {
    server
        .routes()
        .forEach(
            route ->
                assertThat(
                        Operation.all(document).stream()
                            .filter(
                                each ->
                                    each.method().equals(route.method())
                                        && each.path().equals(route.path()))
                            .map(each -> each.json().has("security")))
                    .as(route.path())
                    .containsExactly(route.access().open()));
  }

  @Test
  void the_served_routes_match_the_document() {
    List<String> served =
        server.routes().stream().map(route -> route.method() + " " + route.path()).toList();

    assertThat(operations().map(Operation::toString))
        .containsExactlyInAnyOrderElementsOf(served)
        .contains("GET /openapi.json", "POST /api/v1/jobs", "GET /api/v1/events");
  }

  static Stream<Operation> operations() {
    return Operation.all(document).stream();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void every_operation_reaches_its_route(Operation operation) {
    RawAnswer answer =
        RawHttp.to(server.url()).ask(operation.method(), operation.path(name -> "x"));

    assertThat(answer.status()).isBetween(200, 499).isNotEqualTo(405);
    assertThat(answer.body()).doesNotContain("there is no route");
  }

  @ParameterizedTest
  @MethodSource("operations")
  void methods_that_a_path_does_not_declare_are_refused(Operation operation) {
    List<String> declared =
        operations()
            .filter(each -> each.path().equals(operation.path()))
            .map(Operation::method)
            .toList();
    Stream.of("GET", "POST", "PUT", "DELETE", "PATCH")
        .filter(method -> !declared.contains(method))
        .filter(
            method ->
                operations()
                    .noneMatch(
                        each ->
                            each.method().equals(method)
                                && each.matches(operation.path(name -> "x"))))
        .forEach(
            method ->
                assertThat(
                        RawHttp.to(server.url()).ask(method, operation.path(name -> "x")).status())
                    .as(method + " " + operation.path())
                    .isEqualTo(405));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"openapi\":\"3.1.0\" → \"openapi\":\"3.0.0\"",
        "\"title\":\"TaskForge\", → ",
        "\"operationId\":\"enqueueJob\" → \"operationId\":\"listJobs\"",
        "\"in\":\"path\",\"required\":true → \"in\":\"path\",\"required\":false",
        "\"name\":\"token\",\"in\":\"path\" → \"name\":\"tokens\",\"in\":\"path\"",
        "#/components/schemas/ListedJobPage → #/components/schemas/ListedJobPages",
        "\"description\":\"Created\" → \"description\":\"\"",
        "\"type\":\"integer\" → \"type\":\"int\"",
        "\"oneOf\" → \"oneof\"",
        "\"required\":[ → \"required\":[\"nothing\",",
        "\"/api/v1/workers\" → \"api/v1/workers\"",
        "\"/api/v1/workers\" → \"/api/v1/jobs/{no}\"",
        "\"201\":{ → \"2010\":{",
        "\"summary\":\"Lists jobs, newest first\", → \"summery\":\"Lists jobs, newest first\",",
        "\"text/event-stream\":{\"schema\":{\"type\":\"string\"}} → \"text/event-stream\":{}",
        "\"enum\":[\"up\",\"ready\"] → \"enum\":[\"up\",\"up\"]",
        "\"components\":{\"schemas\":{ → \"components\":{\"schemas\":{\"Lonely\":{},"
      })
  void faults_in_a_document_are_detected(String change) {
    String[] parts = change.split(" → ", 2);
    String whole = Json.write(document);
    assertThat(whole).contains(parts[0]);

    String broken = whole.replace(parts[0], parts[1]);

    assertThat(OpenApiRules.faults(Json.read(broken))).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"license\":{\"name\":\"Apache License 2.0\",\"identifier\":\"Apache-2.0\"} → \"x-license\":{}",
        "\"servers\":[{\"url\":\"/\",\"description\":\"This server\"}], → ",
        "\"security\":[{\"apiKey\":[]}], → ",
        "\"security\":[{\"apiKey\":[]}] → \"security\":[{\"other\":[]}]",
        "\"name\":\"keys\",\"description\":\"API keys, and what the caller's own key allows.\" → \"name\":\"keys\"",
        "\"tags\":[\"audit\"] → \"tags\":[\"audits\"]",
        "\"tags\":[\"audit\"] → \"tags\":[]",
        "\"operationId\":\"completeLease\" → \"operationId\":\"postLeasesTokenComplete\"",
        "\"operationId\":\"getJob\" → \"operationId\":\"getJobsId\"",
        "\"operationId\":\"getJob\", → ",
        "\"type\":[\"string\",\"null\"] → \"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]",
        "\"oneOf\":[ → \"oneOf\":[{\"type\":[\"integer\",\"null\"],\"format\":\"int32\"},",
        "\"$ref\":\"#/components/schemas/RetryPolicyOrName\" → \"oneOf\":[{\"type\":\"string\"}]",
        "\"$ref\":\"#/components/schemas/Lease\" → \"type\":\"object\",\"properties\":{}",
        "\"type\":\"boolean\", → ",
        "\"format\":\"int32\", → ",
        "\"content\":{\"application/json\":{\"schema\":{\"$ref\":\"#/components/schemas/ListedJobPage\"}}} → \"x\":1",
        "\"application/json\":{\"schema\":{\"$ref\":\"#/components/schemas/ListedJobPage\"}} → \"application/json\":{}",
        "\"202\":{\"description\":\"Accepted → \"206\":{\"description\":\"x\",\"content\":{\"text/plain\":{\"schema\":{\"type\":\"string\"}}}},\"202\":{\"description\":\"Accepted",
        "\"description\":\"the reason, recorded in the job's history\", → ",
        "\"description\":\"the job's state now\" → \"x\":1",
        "\"rate\":{\"starts\":100, → \"rate\":{\"starts\":\"many\",",
      })
  void faults_that_break_client_generators_are_detected(String change) {
    String[] parts = change.split(" → ", 2);
    String whole = Json.write(document);
    assertThat(whole).contains(parts[0]);

    String broken = whole.replace(parts[0], parts[1]);

    assertThat(ClientRules.faults(Json.read(broken))).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"status\": 1}",
        "{\"status\": \"down\"}",
        "{\"status\": \"up\", \"more\": 1}",
        "[]"
      })
  void a_response_that_differs_from_its_declaration_is_detected(String body) {
    assertThat(new Contract(document).faults("GET", "/healthz", 200, "application/json", body))
        .hasSize(1);
  }

  @Test
  void undeclared_statuses_types_and_routes_are_detected() {
    Contract contract = new Contract(document);

    assertThat(contract.faults("GET", "/healthz", 418, "application/json", "{}")).hasSize(1);
    assertThat(contract.faults("GET", "/healthz", 200, "text/html", "up")).hasSize(1);
    assertThat(contract.faults("GET", "/nowhere", 200, "application/json", "{}")).hasSize(1);
    assertThat(contract.faults("GET", "/nowhere", 404, "text/html", "{}")).hasSize(1);
    assertThat(contract.faults("GET", "/healthz", 200, "application/json", "{\"status\":\"up\"}"))
        .isEmpty();
  }
}
