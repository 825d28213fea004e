package io.taskforge.deadletter;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.job.ChangeNote;
import io.taskforge.job.JobId;
import io.taskforge.job.JobRestart;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.query.JobFilter;
import io.taskforge.value.Value;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which dead letters to redrive, where to and how fast. With {@link #inState}, FAILED or CANCELLED
 * jobs are retried in the same way. Start with {@link #all}, {@link #matching}, {@link
 * #failureGroup} or {@link #ids}. Immutable.
 */
public final class RedriveRequest extends Value<RedriveRequest> {
  /** The lowest rate limit, in jobs per second. */
  public static final double MIN_RATE = 0.001;

  /** The highest rate limit, in jobs per second. */
  public static final double MAX_RATE = 1_000_000;

  /** The rate with a failure ratio but no rate limit: slow enough to see failures in time. */
  public static final double CANARY_RATE = 20;

  private RedriveSelection selection;
  private @Nullable QueueName targetQueue;
  private @Nullable Double ratePerSecond;
  private @Nullable Double stopIfFailureRatio;
  private ChangeNote note = ChangeNote.NONE;

  private RedriveRequest(RedriveSelection selection) {
    this.selection = selection;
  }

  @Override
  protected void check() {
    if (ratePerSecond != null && !(ratePerSecond >= MIN_RATE && ratePerSecond <= MAX_RATE)) {
      throw new IllegalArgumentException(
          "ratePerSecond must be from 0.001 to 1000000 but was " + ratePerSecond);
    }
    if (stopIfFailureRatio != null && !(stopIfFailureRatio >= 0 && stopIfFailureRatio <= 1)) {
      throw new IllegalArgumentException(
          "stopIfFailureRatio must be from 0 to 1 but was " + stopIfFailureRatio);
    }
  }

  /** All dead letters. */
  public static RedriveRequest all() {
    return matching(JobFilter.all(1));
  }

  /**
   * Jobs that match: dead letters, unless the filter names the state FAILED or CANCELLED. Ignores
   * the filter's cursor, offset and limit.
   */
  public static RedriveRequest matching(JobFilter filter) {
    return of(new RedriveSelection.Matching(filter));
  }

  /** Dead letters whose latest failure has this fingerprint. */
  public static RedriveRequest failureGroup(FailureFingerprint fingerprint) {
    return matching(JobFilter.all(1).fingerprint(fingerprint));
  }

  /** These jobs; those that are not DEAD are skipped. */
  public static RedriveRequest ids(List<JobId> ids) {
    return of(new RedriveSelection.Listed(ids, null));
  }

  /** The selected dead letters. */
  public static RedriveRequest of(RedriveSelection selection) {
    return new RedriveRequest(selection);
  }

  /** Returns this request for jobs in another state: DEAD, FAILED or CANCELLED. */
  public RedriveRequest inState(JobState state) {
    return with(request -> request.selection = selection.inState(state));
  }

  /** Returns this request with a target queue. */
  public RedriveRequest to(String queue) {
    return to(new QueueName(queue));
  }

  /** Returns this request with a target queue; null for the queue that each job came from. */
  public RedriveRequest to(@Nullable QueueName queue) {
    return with(request -> request.targetQueue = queue);
  }

  /** Returns this request with a rate limit; 0.5 is one job every two seconds. */
  public RedriveRequest ratePerSecond(double most) {
    return limitedTo(most, stopIfFailureRatio);
  }

  /** Returns this request with the failure ratio above which the redrive halts. */
  public RedriveRequest stopIfFailureRatio(double above) {
    return limitedTo(ratePerSecond, above);
  }

  /** Returns this request with other limits; null for none. */
  public RedriveRequest limitedTo(@Nullable Double rate, @Nullable Double failureRatio) {
    return with(
        request -> {
          request.ratePerSecond = rate;
          request.stopIfFailureRatio = failureRatio;
        });
  }

  /** Returns this request with a note of who requested it and why, for the jobs' history. */
  public RedriveRequest note(ChangeNote note) {
    return with(request -> request.note = note);
  }

  /** The jobs to redrive. */
  public RedriveSelection selection() {
    return selection;
  }

  /** How the store queues the jobs again; their history then names the redrive. */
  public JobRestart restart(RedriveId redrive) {
    String named = "redrive " + redrive;
    String reason = note.reason() == null ? named : note.reason() + " (" + named + ")";
    return new JobRestart(selection.state(), targetQueue, new ChangeNote(note.by(), reason));
  }

  /** The queue that the jobs go to; null for the queue that each job came from. */
  public @Nullable QueueName targetQueue() {
    return targetQueue;
  }

  /** The rate limit in jobs per second, or null for none. */
  public @Nullable Double ratePerSecond() {
    return ratePerSecond;
  }

  /** The redrive halts if more than this ratio of the jobs fail again; or null. */
  public @Nullable Double stopIfFailureRatio() {
    return stopIfFailureRatio;
  }

  /** Who requested it and why, for the jobs' history. */
  public ChangeNote note() {
    return note;
  }

  /** The number of jobs that are moved at once. */
  public int batchSize() {
    Double rate = rate();
    return rate == null
        ? RedriveSelection.MAX_BATCH
        : (int) Math.max(1, Math.min(RedriveSelection.MAX_BATCH, rate));
  }

  /** The pause after moving this many jobs that keeps the rate limit. */
  public Duration pauseAfter(int moved) {
    Double rate = rate();
    return rate == null ? Duration.ZERO : Duration.ofNanos((long) Math.ceil(moved / rate * 1e9));
  }

  private @Nullable Double rate() {
    if (ratePerSecond == null && stopIfFailureRatio != null) {
      return CANARY_RATE;
    }
    return ratePerSecond;
  }

  @Override
  protected List<@Nullable Object> fields() {
    return Arrays.asList(selection, targetQueue, ratePerSecond, stopIfFailureRatio, note);
  }
}
