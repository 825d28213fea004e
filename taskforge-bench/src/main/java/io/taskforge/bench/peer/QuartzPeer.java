package io.taskforge.bench.peer;

import com.zaxxer.hikari.HikariDataSource;
import io.taskforge.cli.load.JobSystem;
import io.taskforge.cli.load.NewJob;
import io.taskforge.cli.load.Work;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDataMap;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.JobExecutionException;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;

/**
 * Quartz with its JDBC job store: one durable job, and a trigger per run. It has no retries, so a
 * job that fails schedules its next trigger itself, as programs on Quartz do.
 */
public final class QuartzPeer implements JobSystem {
  private static final String TABLES = "/org/quartz/impl/jdbcjobstore/tables_postgres.sql";
  private static final JobDetail JOB =
      JobBuilder.newJob(Run.class).withIdentity("bench").storeDurably().build();
  private static final AtomicLong IDS = new AtomicLong();
  private static volatile @Nullable Work work;

  private final String url;
  private final HikariDataSource source;
  private @Nullable Scheduler client;

  public QuartzPeer(String url) {
    this.url = url;
    source = Pools.open(url, 2);
  }

  /** The job; Quartz creates it for each run. */
  public static final class Run implements Job {
    @Override
    public void execute(JobExecutionContext context) throws JobExecutionException {
      JobDataMap data = context.getTrigger().getJobDataMap();
      Work current = work;
      if (current == null) {
        return;
      }
      try {
        current.run(data.getLong("number"), data.getInt("attempt"));
        current.completed();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (IllegalStateException e) {
        again(context.getScheduler(), data);
        throw new JobExecutionException(e);
      }
    }

    private static void again(Scheduler scheduler, JobDataMap data) throws JobExecutionException {
      try {
        scheduler.scheduleJob(
            trigger(new NewJob(data.getLong("number")), data.getInt("attempt") + 1));
      } catch (SchedulerException e) {
        throw new JobExecutionException(e);
      }
    }
  }

  private static Trigger trigger(NewJob job, int attempt) {
    return TriggerBuilder.newTrigger()
        .withIdentity(ProcessHandle.current().pid() + "-" + IDS.incrementAndGet())
        .forJob(JOB)
        .usingJobData("number", job.number())
        .usingJobData("attempt", attempt)
        .startAt(Date.from(Instant.now().plus(job.delay())))
        .withPriority(Trigger.DEFAULT_PRIORITY + job.priority())
        .withSchedule(
            SimpleScheduleBuilder.simpleSchedule().withMisfireHandlingInstructionFireNow())
        .build();
  }

  @Override
  public void create() throws Exception {
    try (InputStream script = Objects.requireNonNull(Job.class.getResourceAsStream(TABLES))) {
      Pools.execute(source, new String(script.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private synchronized Scheduler client() throws SchedulerException {
    Scheduler current = client;
    if (current == null) {
      current = scheduler("client", 8);
      current.addJob(JOB, true);
      client = current;
    }
    return current;
  }

  private Scheduler scheduler(String instance, int threads) throws SchedulerException {
    Properties settings = new Properties();
    settings.put("org.quartz.scheduler.instanceName", "bench");
    settings.put("org.quartz.scheduler.instanceId", instance + "-" + ProcessHandle.current().pid());
    settings.put("org.quartz.scheduler.batchTriggerAcquisitionMaxCount", "" + threads);
    settings.put("org.quartz.scheduler.idleWaitTime", "1000");
    settings.put("org.quartz.threadPool.threadCount", "" + threads);
    settings.put("org.quartz.jobStore.class", "org.quartz.impl.jdbcjobstore.JobStoreTX");
    settings.put(
        "org.quartz.jobStore.driverDelegateClass",
        "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate");
    settings.put("org.quartz.jobStore.acquireTriggersWithinLock", "true");
    settings.put("org.quartz.jobStore.isClustered", "true");
    settings.put("org.quartz.jobStore.misfireThreshold", "600000");
    settings.put("org.quartz.jobStore.dataSource", instance);
    String pool = "org.quartz.dataSource." + instance + ".";
    settings.put(pool + "provider", "hikaricp");
    settings.put(pool + "driver", "org.postgresql.Driver");
    settings.put(pool + "URL", url);
    settings.put(pool + "maxConnections", "" + (threads + 5));
    // A factory returns the scheduler that it finds by name; one of its own has no other.
    return new StdSchedulerFactory(settings).getScheduler();
  }

  @Override
  public void enqueue(NewJob job) throws SchedulerException {
    client().scheduleJob(trigger(job, 1));
  }

  @Override
  public void enqueueAll(List<NewJob> jobs) throws SchedulerException {
    Set<Trigger> triggers = new LinkedHashSet<>();
    jobs.forEach(job -> triggers.add(trigger(job, 1)));
    Map<JobDetail, Set<? extends Trigger>> all = new HashMap<>();
    all.put(JOB, triggers);
    client().scheduleJobs(all, true);
  }

  @Override
  public Runnable work(int concurrency, Work handler) throws SchedulerException {
    work = handler;
    closeClient();
    Scheduler worker = scheduler("worker", concurrency);
    worker.start();
    return () -> {
      try {
        worker.shutdown(true);
      } catch (SchedulerException e) {
        throw new IllegalStateException(e);
      }
    };
  }

  /** Closes the client: schedulers of one name in one process are one scheduler to Quartz. */
  private synchronized void closeClient() throws SchedulerException {
    if (client != null) {
      client.shutdown(false);
      client = null;
    }
  }

  @Override
  public void close() {
    source.close();
  }
}
