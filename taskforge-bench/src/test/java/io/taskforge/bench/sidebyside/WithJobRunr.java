package io.taskforge.bench.sidebyside;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.configuration.JobRunrConfiguration;
import org.jobrunr.jobs.Job;
import org.jobrunr.jobs.filters.RetryFilter;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.storage.StorageProvider;

/** Orders with the open-source edition of JobRunr, which cannot enqueue in a transaction. */
// snippet:side-jobrunr
public class WithJobRunr {
  public record Mailer(Consumer<String> transport) {
    public void send(String to) {
      transport.accept(to);
    }
  }

  static class FullJitter extends RetryFilter {
    FullJitter(int seed) {
      super(5, seed);
    }

    @Override
    protected long getSecondsToAdd(Job job) {
      return ThreadLocalRandom.current().nextLong(1 + super.getSecondsToAdd(job));
    }
  }

  static JobRunrConfiguration configure(
      StorageProvider storage, Mailer mailer, RetryFilter retries) {
    return JobRunr.configure()
        .useStorageProvider(storage)
        .withJobFilter(retries)
        .useJobActivator(
            new org.jobrunr.server.JobActivator() {
              @Override
              public <T> T activateJob(Class<T> type) {
                return type.cast(mailer);
              }
            });
  }

  static void placeOrder(DataSource orders, String customer) throws SQLException {
    try (Connection connection = orders.getConnection();
        var insert = connection.prepareStatement("INSERT INTO outbox VALUES (?, ?)")) {
      connection.setAutoCommit(false);
      OrderTable.insert(connection, customer);
      insert.setObject(1, UUID.randomUUID());
      insert.setString(2, customer);
      insert.executeUpdate();
      connection.commit();
    }
  }

  /** Run it every few seconds: the job's id is the outbox row's, so a second run is harmless. */
  static void relay(DataSource orders, JobScheduler scheduler) throws SQLException {
    try (Connection connection = orders.getConnection();
        var rows = connection.createStatement().executeQuery("SELECT id, customer FROM outbox");
        var delete = connection.prepareStatement("DELETE FROM outbox WHERE id = ?")) {
      while (rows.next()) {
        UUID id = rows.getObject("id", UUID.class);
        String customer = rows.getString("customer");
        scheduler.<Mailer>enqueue(id, mailer -> mailer.send(customer));
        delete.setObject(1, id);
        delete.executeUpdate();
      }
    }
  }
}
// end
