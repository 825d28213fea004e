package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.queue.QueueSettings;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.PendingWork;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What background tasks have to do, and when. */
interface PendingWorkContract extends StoreUnderTest {
  private static DocumentKey key(DocumentKind kind, String id) {
    return new DocumentKey(kind, TenantId.DEFAULT, id);
  }

  private String settings() {
    advance(TICK);
    return store().pendingWork().settings();
  }

  @Test
  default void nothing_is_pending_in_a_new_store() {
    PendingWork pending = store().pendingWork();

    assertThat(pending.at()).isEqualTo(START);
    assertThat(pending.scheduleDue()).isNull();
    assertThat(pending.redriveDue()).isNull();
    assertThat(pending.leaseExpires()).isNull();
  }

  @Test
  default void the_earliest_schedule_and_the_earliest_redrive_are_pending() {
    store().documents().create(key(DocumentKind.SCHEDULE, "b"), "{}", START.plusSeconds(9));
    store().documents().create(key(DocumentKind.SCHEDULE, "a"), "{}", START.plusSeconds(7));
    store().documents().create(key(DocumentKind.SCHEDULE, "c"), "{}", null);
    store().documents().create(key(DocumentKind.REDRIVE, "d"), "{}", START.plusSeconds(3));
    store().documents().create(key(DocumentKind.ALERT, "e"), "{}", START.plusSeconds(1));

    PendingWork pending = store().pendingWork();

    assertThat(pending.scheduleDue()).isEqualTo(START.plusSeconds(7));
    assertThat(pending.redriveDue()).isEqualTo(START.plusSeconds(3));
  }

  @Test
  default void the_lease_that_expires_first_is_pending() {
    running(aJob());
    advance(TICK);
    running(aJob());

    assertThat(store().pendingWork().leaseExpires()).isEqualTo(START.plus(LEASE));
  }

  @Test
  default void every_change_of_a_queue_or_policy_changes_the_settings() {
    List<String> seen = new ArrayList<>(List.of(settings()));
    QueueName mail = new QueueName("mail");
    store().putQueue(mail, QueueSettings.NONE);
    seen.add(settings());
    store().putQueue(mail, QueueSettings.NONE.limitedTo(3, null));
    seen.add(settings());
    assertThat(store().deleteQueue(mail)).isTrue();
    store().putQueue(new QueueName("post"), QueueSettings.NONE);
    seen.add(settings());
    for (DocumentKind kind : List.of(DocumentKind.POLICY, DocumentKind.JOB_TYPE)) {
      Document first = store().documents().create(key(kind, "a"), "{}", null).orElseThrow();
      seen.add(settings());
      long second = store().documents().replace(first.key(), 1, "[]", null).orElseThrow().version();
      seen.add(settings());
      assertThat(store().documents().delete(first.key(), second)).isTrue();
      advance(TICK);
      store().documents().create(key(kind, "b"), "{}", null);
      seen.add(settings());
    }

    assertThat(seen).doesNotHaveDuplicates();
  }

  @Test
  default void jobs_and_schedules_leave_the_settings_unchanged() {
    String before = settings();
    running(aJob());
    store().documents().create(key(DocumentKind.SCHEDULE, "a"), "{}", START);

    assertThat(settings()).isEqualTo(before);
  }
}
