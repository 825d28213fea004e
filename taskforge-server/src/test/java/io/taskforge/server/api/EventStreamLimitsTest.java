package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Limits and authorization of event streams. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EventStreamLimitsTest extends RoutesTest {
  private static final String KEYS = "/api/v1/keys";

  private Answer key(String body, String... headers) {
    return server.post(KEYS, body, headers).is(201);
  }

  private static String[] bearer(Answer key) {
    return new String[] {"Authorization", "Bearer " + key.at("/key")};
  }

  private Answer admin() {
    return key("{\"scope\": \"admin\", \"allTenants\": true}");
  }

  private Answer ann(Answer admin) {
    return key("{\"scope\": \"write\", \"tenant\": \"ann\"}", bearer(admin));
  }

  private void revoke(Answer key, Answer admin) {
    server.delete(KEYS + "/" + key.at("/id"), bearer(admin)).is(200);
    server.clock().advance(Duration.ofSeconds(3));
  }

  private void enqueue(Answer admin) {
    server.post("/api/v1/jobs", "{\"type\": \"work\", \"tenant\": \"ann\"}", bearer(admin)).is(201);
  }

  @Test
  void revoking_a_key_ends_its_idle_streams() {
    Answer admin = admin();
    Answer ann = ann(admin);
    try (EventStream events = new EventStream(server, bearer(ann))) {
      enqueue(admin);
      events.next("job");

      revoke(ann, admin);
      enqueue(admin);

      assertThatThrownBy(events::next).isInstanceOf(NoSuchElementException.class);
    }
  }

  @Test
  void streams_that_have_ended_release_their_slots() {
    Answer admin = admin();
    Answer old = ann(admin);
    Answer young = ann(admin);
    List<EventStream> all = new ArrayList<>();
    for (int i = 0; i < EventStreamSlots.MAX_PER_TENANT; i++) {
      all.add(new EventStream(server, bearer(old)));
    }
    assertThat(status(young)).isEqualTo(429);
    assertThat(status(admin)).isEqualTo(200);

    revoke(old, admin);
    enqueue(admin);

    Awaitility.await().until(() -> status(young) == 200);
    all.forEach(EventStream::close);
  }

  private int status(Answer key) {
    try (EventStream events = new EventStream(server, bearer(key))) {
      return events.status();
    }
  }
}
