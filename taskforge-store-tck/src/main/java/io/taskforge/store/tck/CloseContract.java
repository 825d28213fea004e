package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.Retention;
import io.taskforge.job.StoreException;
import io.taskforge.job.WorkerMode;
import io.taskforge.query.JobFilter;
import io.taskforge.queue.QueueSettings;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.DocumentKind;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The store's clock, and closing the store. */
interface CloseContract extends StoreUnderTest {
  @Test
  default void the_stores_time_is_its_clocks() {
    assertThat(store().now()).isEqualTo(START);
    clock().set(START.minusSeconds(3_600));
    assertThat(store().now()).isEqualTo(START.minusSeconds(3_600));
  }

  @Test
  default void every_call_of_a_closed_store_fails() {
    ClaimedJob claimed = running(aJob());
    store().close();

    List<ThrowingCallable> calls =
        List.of(
            () -> store().enqueue(List.of(aJob().as(newId()))),
            () -> claim(1),
            () -> rescue(),
            () -> commitAll(succeeded(claimed)),
            () -> beat(WORKER),
            () -> store().deregister(WORKER),
            () -> store().setMode(WORKER, WorkerMode.QUIET),
            () -> cancel(claimed.id()),
            () -> store().redrive(List.of(claimed.id()), null),
            () -> store().putQueue(JobDraft.QUEUE, QueueSettings.NONE),
            () -> store().pauseQueue(JobDraft.QUEUE, true),
            () -> store().queues(),
            () -> store().queue(JobDraft.QUEUE),
            () -> store().replaceQueue(JobDraft.QUEUE, 0, QueueSettings.NONE),
            () -> store().deleteQueue(JobDraft.QUEUE),
            () -> store().documents().find(DocumentContract.KEY),
            () -> store().documents().list(DocumentKind.POLICY, null, null, 1),
            () -> store().documents().due(DocumentKind.POLICY, 1),
            () -> store().documents().create(DocumentContract.KEY, "{}", null),
            () -> store().documents().replace(DocumentContract.KEY, 1, "{}", null),
            () -> store().documents().delete(DocumentContract.KEY, 1),
            () -> store().purge(Retention.DEFAULT, 1),
            () -> queries().job(claimed.id()),
            () -> queries().jobs(List.of(claimed.id())),
            () -> queries().list(JobFilter.all(1)),
            () -> queries().attempts(claimed.id(), 1),
            () -> queries().stats(),
            () -> queries().leased(List.of(claimed.lease())),
            () -> queries().workers());
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call).isInstanceOf(StoreException.class);
    }
  }

  @Test
  default void a_store_can_be_closed_twice() {
    store().close();
    store().close();
  }
}
