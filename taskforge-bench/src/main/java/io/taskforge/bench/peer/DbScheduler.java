package io.taskforge.bench.peer;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.logging.LogLevel;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import io.taskforge.cli.load.JobSystem;
import io.taskforge.cli.load.NewJob;
import io.taskforge.cli.load.Work;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * db-scheduler: on PostgreSQL with lock-and-fetch, which is its fastest polling strategy, and on
 * SQLite with one connection and fetch, the only strategy there.
 */
public final class DbScheduler implements JobSystem {
  private static final int MOST_PLATFORM_THREADS = 200;
  private static final String TABLE =
      """
      CREATE TABLE scheduled_tasks (task_name text NOT NULL, task_instance text NOT NULL, task_data %s,
        execution_time timestamp with time zone NOT NULL, picked boolean NOT NULL, picked_by text,
        last_success timestamp with time zone, last_failure timestamp with time zone,
        consecutive_failures int, last_heartbeat timestamp with time zone, version bigint NOT NULL,
        priority smallint, state text, PRIMARY KEY (task_name, task_instance));
      """;
  private static final List<String> INDEXES =
      List.of(
          "CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time)",
          "CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat)",
          "CREATE INDEX priority_idx ON scheduled_tasks (priority DESC, execution_time ASC)");

  private final boolean sqlite;
  private final HikariDataSource source;
  private final OneTimeTask<Long> task;
  private final SchedulerClient client;
  private final AtomicLong ids = new AtomicLong();
  private volatile @Nullable Work work;

  public DbScheduler(String url) {
    sqlite = url.startsWith("jdbc:sqlite:");
    source = Pools.open(url, sqlite ? 1 : 30);
    task =
        Tasks.oneTime("bench", Long.class)
            .onFailure(FailureHandler.<Long>maxRetries(3).retryEvery(Duration.ZERO).thenRemove())
            .execute(
                (instance, context) -> {
                  Work current = work;
                  if (current != null) {
                    int attempt = context.getExecution().consecutiveFailures + 1;
                    runs(current, instance.getData(), attempt);
                    current.completed();
                  }
                });
    client = SchedulerClient.Builder.create(source, task).build();
  }

  private static void runs(Work work, long number, int attempt) {
    try {
      work.run(number, attempt);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void create() throws SQLException {
    Pools.execute(source, TABLE.formatted(sqlite ? "blob" : "bytea"));
    for (String index : INDEXES) {
      Pools.execute(source, index);
    }
  }

  @Override
  public void enqueue(NewJob job) {
    client.schedule(
        instance(job),
        Instant.now().plus(job.delay()),
        SchedulerClient.ScheduleOptions.defaultOptions());
  }

  @Override
  public void enqueueAll(List<NewJob> jobs) {
    List<TaskInstance<?>> instances = new ArrayList<>(jobs.size());
    jobs.forEach(job -> instances.add(instance(job)));
    client.scheduleBatch(instances, Instant.now().plus(jobs.get(0).delay()));
  }

  private TaskInstance<Long> instance(NewJob job) {
    return task.instanceBuilder(ProcessHandle.current().pid() + "-" + ids.incrementAndGet())
        .data(job.number())
        .priority(job.priority())
        .build();
  }

  @Override
  public Runnable work(int concurrency, Work handler) {
    work = handler;
    SchedulerBuilder builder =
        Scheduler.create(source, task)
            .threads(concurrency)
            .pollingInterval(Duration.ofMillis(10))
            .shutdownMaxWait(Duration.ofSeconds(5))
            .enablePriority()
            .failureLogging(LogLevel.OFF, false);
    if (concurrency > MOST_PLATFORM_THREADS) {
      builder.executorService(Pools.threads());
    }
    if (sqlite) {
      builder.pollUsingFetch(4, 20);
    } else {
      builder.pollUsingLockAndFetch(
          concurrency > MOST_PLATFORM_THREADS ? 0.5 : 4,
          concurrency > MOST_PLATFORM_THREADS ? 1 : 20);
    }
    Scheduler scheduler = builder.build();
    scheduler.start();
    return scheduler::stop;
  }

  @Override
  public void close() {
    source.close();
  }
}
