package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.postgres.PostgresJobStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the event stream of a server says of other processes. */
class OtherProcessesTest {
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void an_operator_hears_that_another_process_has_enqueued_jobs() throws Exception {
    try (EmbeddedPostgres database = EmbeddedPostgres.start()) {
      String url = database.getJdbcUrl("postgres", "postgres");
      try (RealServer server = RealServer.on(PostgresJobStore.builder(url).build());
          EventStream events =
              EventStream.of(server.url(), List.of("Accept", "text/event-stream"));
          PostgresJobStore store = PostgresJobStore.builder(url).build();
          TaskForge other = TaskForge.builder().store(store).build()) {
        // The first event may only say that the server begins to listen.
        for (int i = 0; i < 2; i++) {
          other.enqueue(JobRequest.of("mail", i));
          assertThat(events.next("changed").path("enqueued").asBoolean()).isTrue();
        }
      }
    }
  }
}
