package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import io.taskforge.server.api.TestServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditCommandTest {
  @TempDir Path directory;
  private TestServer server;

  @BeforeEach
  void open() {
    server = TestServer.onSqlite(directory);
  }

  @AfterEach
  void close() {
    server.close();
  }

  private CliRun run(String... command) {
    List<String> args = new ArrayList<>(List.of(command));
    args.addAll(List.of("--server", server.url()));
    return CliRun.of(args.toArray(String[]::new));
  }

  @Test
  void audit_entries_are_listed_newest_first() {
    String job =
        server.post("/api/v1/jobs", "{\"type\": \"t\", \"tenant\": \"acme\"}").is(201).at("/id");
    server.put("/api/v1/queues/mail", "{}").is(201);
    run("queues", "pause", "mail");
    server
        .post("/api/v1/jobs/" + job + "/cancel", "{\"reason\": \"not \\u001b[31mneeded\"}")
        .is(200);

    String all = run("audit").out();

    assertThat(all.lines().filter(line -> line.contains("DONE")))
        .hasSize(3)
        .first()
        .asString()
        .contains("2030-01-01T00:00:00Z", "local", "job.cancel", job, "acme", "reason: not ")
        .doesNotContain("\u001b");
    assertThat(run("audit", "--target", "queue/mail", "--action", "queue.pause").out())
        .contains("queue.pause", "mail")
        .doesNotContain("queue.update", "job.cancel");
    assertThat(Json.read(run("audit", "--tenant", "acme", "--json").out()).at("/items")).hasSize(1);
    assertThat(run("audit", "--limit", "1").out()).contains("for more, use --all");
    assertThat(run("audit", "--actor", "unknown", "--from", "2029-01-01T00:00:00Z").out())
        .isEqualToIgnoringNewLines("no audit entries");
    assertThat(run("audit", "--limit", "0").exitCode()).isEqualTo(2);
    assertThat(run("audit", "--to", "soon").exitCode()).isEqualTo(2);
  }

  @Test
  void changes_on_a_store_are_in_its_audit_log() {
    String store = directory.resolve("data").toString();
    CliRun made = CliRun.of("keys", "create", "--all-tenants", "--scope", "admin", "--data", store);
    assertThat(made.exitCode()).isZero();

    CliRun listed = CliRun.of("audit", "--data", store);

    assertThat(listed.out()).contains("local", "key.create", "scope: admin");
    assertThat(listed.out()).doesNotContain(made.out().strip());
  }
}
