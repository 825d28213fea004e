package io.taskforge.server.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.api.TestServer;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Cursors, filters and API keys are changed at random: the answer is a page or an error of the
 * caller. As long as {@link ParserFuzzTest}.
 */
class ParameterFuzzTest {
  private static final int INPUTS = 150;
  private static final long SECONDS = Long.getLong("taskforge.test.fuzz.seconds", 0);
  private static final long SEED = Long.getLong("taskforge.test.fuzz.seed", 1);
  private static final String ID = "01890a5d-ac96-774b-bcce-b302099a8057";

  @TempDir Path directory;

  enum Parameter {
    JOBS("jobs", "cursor", ID),
    PAYLOAD("jobs", "payloadContains", "$.customer.id=42", "o'clock"),
    ALERTS("alerts", "cursor", "open_2030-01-01T00:00:00Z_0123456789ab"),
    TENANTS("tenants", "cursor", "acme"),
    SCHEDULES("schedules", "cursor", "nightly-report"),
    SCHEDULE_RUNS("schedules/nightly/runs", "cursor", ID + ".12"),
    WEBHOOKS("webhooks", "cursor", "default/" + ID),
    DELIVERIES("webhooks/" + ID + "/deliveries", "cursor", ID),
    DESTINATIONS("destinations", "cursor", "default api.example.com:443"),
    REDRIVES("redrives", "cursor", ID),
    AUDIT("audit", "cursor", "123456789"),
    FAILURES("failures", "cursor", "50"),
    API_KEY("jobs", null, "tf_0123456789ab_" + "x".repeat(43));

    private final String path;
    private final String name;
    private final List<String> samples;

    Parameter(String path, String name, String... samples) {
      this.path = "/api/v1/" + path;
      this.name = name;
      this.samples = List.of(samples);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_mutated_parameter_does_no_harm(Parameter parameter) {
    Mutations mutations = new Mutations(SEED, parameter.samples);
    List<String> wrong = new ArrayList<>();
    long end = System.nanoTime() + SECONDS * 1_000_000_000;
    try (TestServer server = TestServer.onSqlite(directory)) {
      for (int i = 0; SECONDS == 0 ? i < INPUTS : System.nanoTime() < end; i++) {
        String text = mutations.next();
        if (text.length() > 2_000) {
          text = text.substring(0, 2_000); // longer ones are rejected before they are parsed
        }
        int status = status(server, parameter, text);
        if (status >= 500) {
          wrong.add(status + " for " + text);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static int status(TestServer server, Parameter parameter, String text) {
    if (parameter.name == null) {
      String printable = text.replaceAll("[^ -~]", "?"); // else the client does not send it
      return server.get(parameter.path, "Authorization", "Bearer " + printable).status();
    }
    String query = parameter.name + "=" + URLEncoder.encode(text, UTF_8);
    return server.get(parameter.path + "?" + query).status();
  }
}
