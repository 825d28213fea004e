package io.taskforge.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import io.taskforge.server.api.Answer;
import io.taskforge.server.api.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The examples in the OpenAPI document work. */
class ExamplesTest {
  @TempDir Path directory;
  private TestServer server;
  private JsonNode document;

  @BeforeEach
  void start() {
    server = TestServer.onSqlite(directory);
    document = server.get("/openapi.json").is(200).json();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void every_body_with_required_fields_has_an_example() {
    assertThat(Operation.all(document))
        .filteredOn(each -> each.json().at("/requestBody/required").asBoolean(false))
        .hasSizeGreaterThan(10)
        .allSatisfy(each -> assertThat(example(each)).as(each.toString()).isNotNull());
  }

  @Test
  void the_server_accepts_every_example() {
    // The first key turns authentication on, so it comes last.
    List<Operation> operations =
        Operation.all(document).stream()
            .sorted(
                (a, b) -> Boolean.compare(a.path().endsWith("/keys"), b.path().endsWith("/keys")))
            .toList();
    int sent = 0;
    for (Operation operation : operations) {
      JsonNode body = example(operation);
      if (body != null) {
        String path = operation.path(name -> existing(operation, name));
        String text = Json.write(body);
        if (text.contains("AAAA.BBBB")) {
          text = text.replaceAll("AAAA.BBBB|CCCC.DDDD", existing(operation, "token"));
        }
        Answer answer =
            operation.method().equals("PUT") ? server.put(path, text) : server.post(path, text);
        assertThat(answer.status()).as(operation + " " + answer.text()).isBetween(200, 202);
        sent++;
      }
    }
    assertThat(sent).isGreaterThan(15);
  }

  private @Nullable JsonNode example(Operation operation) {
    JsonNode body = operation.body();
    return body == null ? null : new SchemaCheck(document).resolve(body).at("/examples").get(0);
  }

  /** Creates a resource that the operation can be called on. */
  private String existing(Operation operation, String name) {
    if (name.equals("token")) {
      enqueue("{\"type\": \"leased\"}");
      return server
          .post("/api/v1/claims", "{\"worker\": \"w\", \"types\": [\"leased\"]}")
          .is(200)
          .at("/items/0/token");
    }
    if (operation.path().startsWith("/api/v1/alerts")) {
      enqueue("{\"type\": \"without-worker\"}");
      for (int i = 0; i < 10; i++) {
        server.advance(Duration.ofSeconds(15)); // evaluates the rules
      }
      return server.get("/api/v1/alerts").at("/items/0/id");
    }
    if (name.equals("fingerprint")) {
      String failure = "{\"errorType\": \"smtp_error\", \"message\": \"no answer\"}";
      server.post("/api/v1/leases/" + existing(operation, "token") + "/fail", failure).is(200);
      return server.get("/api/v1/failure-groups").at("/items/0/fingerprint");
    }
    if (operation.path().startsWith("/api/v1/jobs")) {
      return enqueue("{\"type\": \"work\", \"delay\": \"1h\"}");
    }
    if (operation.path().startsWith("/api/v1/webhooks")) {
      String webhook = "{\"url\": \"https://example.com/\", \"events\": [\"job.dead\"]}";
      return server.post("/api/v1/webhooks", webhook).is(201).at("/id");
    }
    return "new";
  }

  private String enqueue(String job) {
    return server.post("/api/v1/jobs", job).is(201).at("/id");
  }
}
