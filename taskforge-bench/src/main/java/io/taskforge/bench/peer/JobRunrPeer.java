package io.taskforge.bench.peer;

import com.zaxxer.hikari.HikariDataSource;
import io.taskforge.cli.load.JobSystem;
import io.taskforge.cli.load.NewJob;
import io.taskforge.cli.load.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.configuration.JobRunrConfiguration;
import org.jobrunr.jobs.Job;
import org.jobrunr.jobs.filters.RetryFilter;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.server.configuration.BackgroundJobServerThreadType;
import org.jobrunr.server.configuration.DefaultBackgroundJobServerWorkerPolicy;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;
import org.jspecify.annotations.Nullable;

/** JobRunr (open source), with its shortest poll interval of 5 s. It has no priorities. */
public final class JobRunrPeer implements JobSystem {
  private static final Duration POLL = Duration.ofSeconds(5);
  private static final Set<Long> FAILED = ConcurrentHashMap.newKeySet();
  private static volatile @Nullable Work work;

  private final HikariDataSource source;
  private @Nullable JobScheduler scheduler;

  public JobRunrPeer(String url) {
    source = Pools.open(url, 30);
  }

  /** The service whose method JobRunr calls; JobRunr stores the class, so its state is static. */
  public static final class Service {
    /** Runs a job. */
    public void run(long number) throws InterruptedException {
      Work current = work;
      if (current == null) {
        return;
      }
      try {
        current.run(number, FAILED.contains(number) ? 2 : 1);
      } catch (IllegalStateException e) {
        FAILED.add(number);
        throw e;
      }
      current.completed();
    }
  }

  /** Retries at once, as far as the poll interval allows. */
  private static final class NoDelay extends RetryFilter {
    NoDelay() {
      super(3);
    }

    @Override
    protected long getSecondsToAdd(Job job) {
      return 0;
    }
  }

  private static final class Activator implements JobActivator {
    @Override
    public <T> T activateJob(Class<T> type) {
      return type.cast(new Service());
    }
  }

  @Override
  public void create() {
    scheduler(); // migrates
  }

  private synchronized JobScheduler scheduler() {
    JobScheduler current = scheduler;
    if (current == null) {
      current = configuration().initialize().getJobScheduler();
      scheduler = current;
    }
    return current;
  }

  private JobRunrConfiguration configuration() {
    return JobRunr.configure()
        .useJsonMapper(new Jackson3JsonMapper())
        .useStorageProvider(new PostgresStorageProvider(source))
        .useJobActivator(new Activator())
        .withJobFilter(new NoDelay());
  }

  @Override
  public void enqueue(NewJob job) {
    long number = job.number();
    if (job.delay().isZero()) {
      scheduler().<Service>enqueue(service -> service.run(number));
    } else {
      scheduler()
          .<Service>schedule(Instant.now().plus(job.delay()), service -> service.run(number));
    }
  }

  @Override
  public void enqueueAll(List<NewJob> jobs) {
    scheduler()
        .<Service, Long>enqueue(
            jobs.stream().map(NewJob::number), (service, number) -> service.run(number));
  }

  @Override
  public Runnable work(int concurrency, Work handler) {
    work = handler;
    FAILED.clear();
    JobRunr.destroy();
    BackgroundJobServerThreadType threads =
        Runtime.version().feature() >= 21
            ? BackgroundJobServerThreadType.VirtualThreads
            : BackgroundJobServerThreadType.PlatformThreads;
    scheduler =
        configuration()
            .useBackgroundJobServer(
                BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                    .andPollInterval(POLL)
                    .andScheduledJobsRequestSize(1_000)
                    .andBackgroundJobServerWorkerPolicy(
                        new DefaultBackgroundJobServerWorkerPolicy(concurrency, threads)),
                true)
            .initialize()
            .getJobScheduler();
    return () -> {
      JobRunr.destroy();
      scheduler = null;
    };
  }

  @Override
  public void close() {
    JobRunr.destroy();
    source.close();
  }
}
