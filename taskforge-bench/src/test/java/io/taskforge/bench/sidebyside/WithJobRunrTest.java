package io.taskforge.bench.sidebyside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.storage.InMemoryStorageProvider;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk") // the benchmarks are built with the newest JDK only
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

  private static JobScheduler scheduler(InMemoryStorageProvider storage, Mailer mailer) {
    return WithJobRunr.configure(storage, mailer, new FullJitter(1)).initialize().getJobScheduler();
  }

  private static JobScheduler started(InMemoryStorageProvider storage, Mailer mailer) {
    return WithJobRunr.configure(storage, mailer, new FullJitter(1))
        .useBackgroundJobServer(
            BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                .andPollIntervalInSeconds(5))
        .initialize()
        .getJobScheduler();
  }

  // snippet:side-jobrunr-test
  @Test // in real time, with delays of at most one second: about half a minute
  void a_mail_that_cannot_be_sent_is_failed_after_six_attempts() throws Exception {
    InMemoryStorageProvider storage = storage();
    CountDownLatch attempts = new CountDownLatch(6);
    Mailer mailer = new Mailer(to -> fail(attempts));
    JobScheduler scheduler = started(storage, mailer);
    JobId id = scheduler.<Mailer>enqueue(target -> target.send("ann"));
    assertThat(attempts.await(2, TimeUnit.MINUTES)).isTrue();
    while (storage.getJobById(id).getState() != StateName.FAILED) {
      Thread.onSpinWait();
    }
  }

  @Test
  void a_mail_is_stored_with_its_order_or_not_at_all() throws Exception {
    DataSource orders = OrderTable.create(OUTBOX);
    InMemoryStorageProvider storage = storage();
    JobScheduler scheduler = scheduler(storage, new Mailer(to -> {}));
    WithJobRunr.placeOrder(orders, "ann");
    assertThatThrownBy(() -> WithJobRunr.placeOrder(orders, "ann"));
    WithJobRunr.relay(orders, scheduler);
    assertThat(storage.countJobs(StateName.ENQUEUED)).isEqualTo(1);
  }

  // end

  private static void fail(CountDownLatch attempts) {
    attempts.countDown();
    throw new IllegalStateException("the mail server is down");
  }
}
