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

/** Who may listen to events, and until when. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EventPlacesTest extends RoutesTest {
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
    server.clock().advance(Duration.ofSeconds(1));
  }

  private void enqueue(Answer admin) {
    server.post("/api/v1/jobs", "{\"type\": \"work\", \"tenant\": \"ann\"}", bearer(admin)).is(201);
  }

  @Test
  void a_key_that_was_revoked_while_nothing_happened_hears_nothing_more() {
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
  void streams_that_have_ended_give_their_places_back() {
    Answer admin = admin();
    Answer old = ann(admin);
    Answer young = ann(admin);
    List<EventStream> all = new ArrayList<>();
    for (int i = 0; i < EventStreamSlots.MOST_OF_A_TENANT; i++) {
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
