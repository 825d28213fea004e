package io.taskforge.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import io.taskforge.server.api.TestServer;
import io.taskforge.server.contract.Operation;
import io.taskforge.server.contract.SchemaCheck;
import io.taskforge.server.wire.RawHttp;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** No request gets a 5xx or hangs, and a rejected request stores nothing. */
class HostileRequestsTest {
  private static final long SEED = Long.getLong("taskforge.test.fuzz.seed", 1);
  private static final int FEWEST_BODIES = 2;
  private static final long SECONDS_OF_BODIES = Long.getLong("taskforge.test.fuzz.seconds", 0);

  private static final long MOST_HEAP_GROWTH = 16_000_000;

  @TempDir Path directory;
  private TestServer server;
  private RawHttp http;
  private Harm harm;
  private SchemaCheck schemas;
  private Samples samples;
  private List<Operation> operations;

  @BeforeEach
  void start() {
    server = TestServer.onSqlite(directory);
    http = RawHttp.to(server.url());
    harm = new Harm(http, server.store(), directory.resolve("test.db"));
    JsonNode document = server.get("/openapi.json").json();
    schemas = new SchemaCheck(document);
    samples = new Samples(server, schemas);
    // The first key turns authentication on, so the operations on keys come last.
    operations =
        Operation.all(document).stream()
            .sorted(Comparator.comparing(operation -> operation.path().contains("/keys")))
            .toList();
  }

  @AfterEach
  void stop() {
    harm.close();
    server.close();
  }

  private static long heap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /** Sends bodies to every operation that accepts one. */
  private void forBodies(Bodies bodies) {
    for (Operation operation : operations) {
      ObjectNode good = samples.body(operation);
      if (good != null) {
        harm.send(bodies.of(operation, operation.path(samples.pathValues()), good));
      }
    }
  }

  private interface Bodies {
    Stream<Hostile> of(Operation operation, String path, ObjectNode good);
  }

  @Test
  void an_invalid_value_in_any_field_does_no_harm() {
    BadBodies bodies = new BadBodies(http, schemas);
    harm.send(new BadMessages(http).all()); // loads classes
    long before = heap();

    forBodies(
        (operation, path, good) ->
            bodies.fields(
                operation, path, good, samples.form(Objects.requireNonNull(operation.body()))));

    assertThat(harm.complaints()).isEmpty();
    assertThat(harm.sent()).isGreaterThan(4_000);
    assertThat(heap() - before).as("bytes of heap that are kept").isLessThan(MOST_HEAP_GROWTH);
  }

  @Test
  void an_invalid_body_does_no_harm() {
    BadBodies bodies = new BadBodies(http, schemas);

    forBodies(bodies::wholes);
    forBodies(bodies::contentTypes);

    assertThat(harm.complaints()).isEmpty();
    assertThat(harm.sent()).isGreaterThan(900);
  }

  @Test
  void a_body_that_is_too_long_or_of_ambiguous_length_does_no_harm() {
    BadBodies bodies = new BadBodies(http, schemas);

    forBodies((operation, path, good) -> bodies.lengths(operation, path));

    assertThat(harm.complaints()).isEmpty();
    assertThat(harm.sent()).isGreaterThan(300);
  }

  @Test
  void a_mutated_body_does_no_harm() {
    forBodies(
        (operation, path, good) -> {
          Mutations mutations = new Mutations(SEED, List.of(Json.write(good)));
          long end = System.nanoTime() + SECONDS_OF_BODIES * 1_000_000_000L / operations.size();
          return Stream.generate(
                  () -> new BadBodies(http, schemas).mutated(operation, path, mutations.next()))
              .limit(SECONDS_OF_BODIES == 0 ? FEWEST_BODIES : Long.MAX_VALUE)
              .takeWhile(body -> SECONDS_OF_BODIES == 0 || System.nanoTime() < end);
        });

    assertThat(harm.complaints()).isEmpty();
  }

  @Test
  void malformed_paths_and_queries_do_no_harm() {
    BadTargets targets = new BadTargets(http);
    UnaryOperator<String> values = samples.pathValues();

    operations.forEach(
        operation -> {
          harm.send(targets.paths(operation));
          harm.send(targets.queries(operation, values));
        });

    assertThat(harm.complaints()).isEmpty();
    assertThat(harm.sent()).isGreaterThan(4_000);
  }

  @Test
  void malformed_http_does_no_harm() {
    harm.send(new BadMessages(http).all());

    assertThat(harm.complaints()).isEmpty();
    assertThat(harm.sent()).isGreaterThan(60);
  }
}
