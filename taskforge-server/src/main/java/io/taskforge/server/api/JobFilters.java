package io.taskforge.server.api;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.query.JobFilter;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Limits;
import io.taskforge.server.http.Shape;
import io.taskforge.server.http.FieldValues;
import java.time.Instant;

/** Which jobs a client wants to see. */
final class JobFilters {
  private static final Field<JobState> STATE =
      Field.word("state", "only those in this state", JobState.class);
  private static final Field<String> ERROR_TYPE =
      Field.text("errorType", "only those whose last failure was of this type", 200);
  private static final Field<IdempotencyKey> KEY =
      Field.text("idempotencyKey", "only the one with this key", IdempotencyKey::new);
  private static final Field<Instant> FROM = Field.time("createdFrom", "made then or later");
  private static final Field<Instant> BEFORE = Field.time("createdBefore", "made before then");
  private static final Field<Instant> FINISHED_FROM =
      Field.time("finishedFrom", "reached their final state then or later");
  private static final Field<Instant> FINISHED_BEFORE =
      Field.time("finishedBefore", "reached their final state before then");
  private static final Field<FailureFingerprint> GROUP =
      Field.text("failureGroup", "only those of this failure group", FailureFingerprint::new);
  private static final Field<QueueName> MOVED_FROM =
      Field.text("source", "only dead letters that came from this queue", QueueName::new);
  private static final Field<Integer> OFFSET =
      Field.integer("offset", "leave out so many first", 0, JobFilter.MAX_OFFSET);
  private static final Field<JobId> CURSOR = Fields.cursor(JobId::parse);

  private static final Field<Boolean> PAYLOAD =
      Field.bool(
          "payload", "true for items with payload and result, which are left out by default");

  static final Field<?>[] FIELDS = {
    Fields.QUEUE,
    STATE,
    Fields.TYPE,
    Fields.TENANT,
    ERROR_TYPE,
    KEY,
    GROUP,
    FROM,
    BEFORE,
    FINISHED_FROM,
    FINISHED_BEFORE,
    PAYLOAD,
    Fields.LIMIT,
    CURSOR
  };

  /** What a list of dead letters may be narrowed by. */
  static final Field<?>[] DEAD_LETTER_FIELDS = {
    Fields.QUEUE,
    MOVED_FROM,
    Fields.TYPE,
    Fields.TENANT,
    ERROR_TYPE,
    GROUP,
    FROM,
    BEFORE,
    FINISHED_FROM,
    FINISHED_BEFORE,
    PAYLOAD,
    Fields.LIMIT,
    OFFSET,
    CURSOR
  };

  /** Which dead letters are redriven: all of the list's criteria, but for how it is paged. */
  static final Shape REDRIVE_SHAPE =
      Shape.of(
          "RedriveFilter",
          Fields.QUEUE,
          MOVED_FROM,
          Fields.TYPE,
          Fields.TENANT,
          ERROR_TYPE,
          GROUP,
          FROM,
          BEFORE,
          FINISHED_FROM,
          FINISHED_BEFORE);

  private JobFilters() {}

  /** Returns what was asked for, as far as it is the caller's to see. */
  static JobFilter of(FieldValues query, Caller caller) {
    return new JobFilter(
        query.get(Fields.QUEUE),
        query.get(STATE),
        query.get(Fields.TYPE),
        caller.only(query.get(Fields.TENANT)),
        query.get(ERROR_TYPE),
        query.get(GROUP),
        query.get(MOVED_FROM),
        query.get(KEY),
        query.get(FROM),
        query.get(BEFORE),
        query.get(FINISHED_FROM),
        query.get(FINISHED_BEFORE),
        query.get(CURSOR),
        query.get(OFFSET, 0),
        query.get(Fields.LIMIT, Limits.DEFAULT_PAGE),
        query.get(PAYLOAD, false));
  }
}
