package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.wire.RawAnswer;
import io.taskforge.server.wire.RawHttp;
import org.junit.jupiter.api.Test;

/** Every route that changes something rejects cross-site requests (CSRF protection). */
class CrossSiteRequestsTest extends RoutesTest {
  private static final String JOB = "{\"type\": \"work\"}";

  @Test
  void a_cross_site_change_is_rejected() {
    server.post("/api/v1/jobs", JOB, "Origin", "https://evil.example").is(403);
    server.post("/api/v1/jobs", JOB, "Sec-Fetch-Site", "cross-site").is(403);
    server.delete("/api/v1/queues/mail", "Origin", "https://evil.example").is(403);

    assertThat(server.get("/api/v1/jobs").at("/items")).isEqualTo("[]");
    server.post("/api/v1/jobs", JOB, "Origin", server.url()).is(201);
  }

  @Test
  void a_rebound_host_name_is_rejected() {
    RawAnswer answer =
        RawHttp.to(server.url())
            .send("GET /api/v1/jobs HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");

    assertThat(answer.status()).isEqualTo(421);
  }
}
