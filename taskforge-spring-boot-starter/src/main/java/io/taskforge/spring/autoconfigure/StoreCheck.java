package io.taskforge.spring.autoconfigure;

import io.taskforge.job.Outage;
import io.taskforge.job.StoreException;
import io.taskforge.store.JobStore;
import java.util.Optional;

/**
 * The health of a job store: it accepts a small write, and no other call has failed recently
 * because of a full disk, a read-only database or corruption.
 *
 * @param error why it is down; empty if it is up
 * @param store the kind of store
 */
record StoreCheck(Optional<String> error, String store) {
  static StoreCheck of(JobStore store) {
    String kind = store.getClass().getSimpleName();
    try {
      store.checkWritable();
    } catch (StoreException e) {
      return new StoreCheck(Optional.of(String.valueOf(e.getMessage())), kind);
    }
    return new StoreCheck(store.outage().map(Outage::description), kind);
  }
}
