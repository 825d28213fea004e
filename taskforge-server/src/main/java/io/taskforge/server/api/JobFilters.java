package io.taskforge.server.api;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.job.ScheduleId;
import io.taskforge.query.JobFilter;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Limits;
import io.taskforge.server.http.Shape;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The filters of lists of jobs and dead letters. */
final class JobFilters {
  private static final Field<JobState> STATE =
      Field.word("state", "only jobs in this state", JobState.class);
  private static final Field<String> ERROR_TYPE =
      Field.text("errorType", "only jobs whose last failure was of this type", 200);
  private static final Field<FailureKind> FAILURE_KIND =
      Field.word("failureKind", "only jobs whose last failure was of this kind", FailureKind.class);
  private static final Field<IdempotencyKey> KEY =
      Field.text("idempotencyKey", "only the job with this idempotency key", IdempotencyKey::new);
  private static final Field<ScheduleId> SCHEDULE =
      Field.text(
          "schedule",
          "only jobs that this schedule enqueued; it is the schedule of `tenant`, or else of the"
              + " key's tenant or `default`",
          ScheduleId::new);
  private static final Field<String> TAG =
      Field.text("tag", "only jobs with this tag", JobSettings::checkedTag);
  private static final Field<PayloadMatch> PAYLOAD_CONTAINS =
      Field.text(
          "payloadContains",
          "only jobs whose payload contains this text, ignoring case; or `$.customer.id=42` or"
              + " `$.items[0].id=42` for a value at a path. Reads at most 10000 jobs that match the other filters: see"
              + " `scanned`",
          PayloadMatch::parse);
  private static final Field<Instant> FROM =
      Field.time("createdFrom", "only jobs created at or after this time");
  private static final Field<Instant> BEFORE =
      Field.time("createdBefore", "only jobs created before this time");
  private static final Field<Instant> FINISHED_FROM =
      Field.time("finishedFrom", "only jobs that finished at or after this time");
  private static final Field<Instant> FINISHED_BEFORE =
      Field.time("finishedBefore", "only jobs that finished before this time");
  private static final Field<FailureFingerprint> GROUP =
      Field.text("failureGroup", "only jobs of this failure group", FailureFingerprint::new);
  private static final Field<QueueName> MOVED_FROM =
      Field.text("source", "only dead letters that came from this queue", QueueName::new);
  private static final Field<Integer> OFFSET =
      Field.integer("offset", "the number of jobs to skip", 0, JobFilter.MAX_OFFSET);
  private static final Field<JobId> CURSOR = Fields.cursor(JobId::parse);

  private static final Field<Boolean> PAYLOAD =
      Field.bool("payload", "true to include payload and result in items; false by default");

  /** The page of a list of jobs. */
  static final Field<?>[] PAGE = {PAYLOAD_CONTAINS, PAYLOAD, Fields.LIMIT, CURSOR};

  /** The filters of a redrive and of a list of dead letters, without its page. */
  static final Shape REDRIVE_SHAPE =
      Shape.of(
          "RedriveFilter",
          Fields.QUEUE,
          MOVED_FROM,
          Fields.TYPE,
          Fields.TENANT,
          ERROR_TYPE,
          FAILURE_KIND,
          KEY,
          SCHEDULE,
          TAG,
          GROUP,
          FROM,
          BEFORE,
          FINISHED_FROM,
          FINISHED_BEFORE);

  /** The filters of a list of jobs, without its page. */
  static final Shape SHAPE =
      new Shape(
          "JobFilter", Stream.concat(Stream.of(STATE), REDRIVE_SHAPE.fields().stream()).toList());

  /** The fields of a list of dead letters that are not filters of a redrive. */
  static final Field<?>[] DEAD_LETTER_PAGE = {PAYLOAD, Fields.LIMIT, OFFSET, CURSOR};

  private JobFilters() {}

  /** Returns the filter of a request, restricted to the jobs that the caller may see. */
  static JobFilter of(FieldValues query, Caller caller) {
    JobFilter filter =
        JobFilter.all(query.get(Fields.LIMIT, Limits.DEFAULT_PAGE))
            .queue(query.get(Fields.QUEUE))
            .state(query.get(STATE))
            .type(query.get(Fields.TYPE))
            .tenant(caller.only(query.get(Fields.TENANT)))
            .errorType(query.get(ERROR_TYPE))
            .failureKind(query.get(FAILURE_KIND))
            .fingerprint(query.get(GROUP))
            .movedFrom(query.get(MOVED_FROM))
            .key(query.get(KEY))
            .schedule(schedule(query, caller))
            .tag(query.get(TAG))
            .createdFrom(query.get(FROM))
            .createdBefore(query.get(BEFORE))
            .finishedFrom(query.get(FINISHED_FROM))
            .finishedBefore(query.get(FINISHED_BEFORE))
            .before(query.get(CURSOR))
            .offset(query.get(OFFSET, 0));
    return query.get(PAYLOAD, false) ? filter : filter.withoutPayloads();
  }

  /** Returns what payloads must match, or null. */
  static @Nullable PayloadMatch payload(FieldValues query) {
    return query.get(PAYLOAD_CONTAINS);
  }

  private static @Nullable ScheduleKey schedule(FieldValues query, Caller caller) {
    ScheduleId id = query.get(SCHEDULE);
    return id == null ? null : new ScheduleKey(caller.owner(query.get(Fields.TENANT)), id);
  }
}
