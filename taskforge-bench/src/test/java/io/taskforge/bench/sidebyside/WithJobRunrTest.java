package io.taskforge.bench.sidebyside;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.bench.sidebyside.WithJobRunr.FullJitter;
import io.taskforge.bench.sidebyside.WithJobRunr.Mailer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.jobs.JobId;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.jobs.states.StateName;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.storage.InMemoryStorageProvider;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WithJobRunrTest {
  private static final String OUTBOX = "CREATE TABLE outbox (id uuid PRIMARY KEY, customer text)";

  @AfterEach
  void stop() {
    JobRunr.destroy();
  }

  private static InMemoryStorageProvider storage() {
    InMemoryStorageProvider storage = new InMemoryStorageProvider();
    storage.setJobMapper(new JobMapper(new Jackson3JsonMapper()));
    return storage;
  }

  // snippet:side-jobrunr-test
  @Test // in real time, with delays of at most one second: about half a minute
  void a_mail_that_cannot_be_sent_is_failed_after_six_attempts() throws Exception {
    InMemoryStorageProvider storage = storage();
    CountDownLatch attempts = new CountDownLatch(6);
    Mailer mailer = new Mailer(to -> fail(attempts));
    JobScheduler scheduler = WithJobRunr.start(storage, mailer, new FullJitter(1));
    JobId id = scheduler.<Mailer>enqueue(target -> target.send("ann"));
    assertThat(attempts.await(2, TimeUnit.MINUTES)).isTrue();
    while (storage.getJobById(id).getState() != StateName.FAILED) {
      Thread.onSpinWait();
    }
  }

  // end

  private static void fail(CountDownLatch attempts) {
    attempts.countDown();
    throw new IllegalStateException("the mail server is down");
  }

  @Test
  void an_order_and_its_outbox_row_are_stored_together_and_relayed() throws Exception {
    DataSource orders = OrderTable.create(OUTBOX);
    CountDownLatch sent = new CountDownLatch(1);
    JobScheduler scheduler =
        WithJobRunr.start(storage(), new Mailer(to -> sent.countDown()), new FullJitter(1));

    WithJobRunr.placeOrder(orders, "ann");
    WithJobRunr.relay(orders, scheduler);

    assertThat(sent.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(OrderTable.count(orders, "outbox")).isZero();
  }
}
