package io.taskforge.jdbc.postgres;

import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureFingerprint;
import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Verdict;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Settlement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Settlements as one array per column, for the commit statement. */
final class SettlementArrays {
  private final long[] tokens;
  private final int[] positions;
  private final UUID[] jobIds;
  private final int[] attempts;
  private final int[] unstarted;
  private final int[] earlier;
  private final int[] retries;
  private final String[] statuses;
  private final String[] workers;
  private final @Nullable Long[] scheduled;
  private final @Nullable Long[] started;
  private final @Nullable Long[] durations;
  private final @Nullable String[] kinds;
  private final @Nullable String[] errorTypes;
  private final @Nullable String[] messages;
  private final @Nullable String[] stackTraces;
  private final @Nullable String[] fingerprints;
  private final @Nullable String[] explanations;
  private final int[] failures;
  private final int[] lostLeases;
  private final int[] interruptions;
  private final @Nullable String[] logs;
  private final @Nullable Double[] progress;
  private final Boolean[] again;
  private final @Nullable Long[] delays;
  private final @Nullable Long[] firstStarted;
  private final @Nullable Long[] previousDelays;
  private final int[] priorities;
  private final String[] queues;
  private final String[] types;
  private final String[] tenants;
  private final @Nullable String[] states;
  private final @Nullable String[] results;
  private final @Nullable String[] dlqReasons;
  private final @Nullable String[] movedFrom;
  private final String[] laneKeys;
  private final int[] cellNumbers;
  private final CellArrays cells = new CellArrays();
  private final Map<Long, BitSet> closing = new TreeMap<>();
  private int size;

  SettlementArrays(int capacity) {
    tokens = new long[capacity];
    positions = new int[capacity];
    jobIds = new UUID[capacity];
    attempts = new int[capacity];
    unstarted = new int[capacity];
    earlier = new int[capacity];
    retries = new int[capacity];
    statuses = new String[capacity];
    workers = new String[capacity];
    scheduled = new Long[capacity];
    started = new Long[capacity];
    durations = new Long[capacity];
    kinds = new String[capacity];
    errorTypes = new String[capacity];
    messages = new String[capacity];
    stackTraces = new String[capacity];
    fingerprints = new String[capacity];
    explanations = new String[capacity];
    failures = new int[capacity];
    lostLeases = new int[capacity];
    interruptions = new int[capacity];
    logs = new String[capacity];
    progress = new Double[capacity];
    again = new Boolean[capacity];
    delays = new Long[capacity];
    firstStarted = new Long[capacity];
    previousDelays = new Long[capacity];
    priorities = new int[capacity];
    queues = new String[capacity];
    types = new String[capacity];
    tenants = new String[capacity];
    states = new String[capacity];
    results = new String[capacity];
    dlqReasons = new String[capacity];
    movedFrom = new String[capacity];
    laneKeys = new String[capacity];
    cellNumbers = new int[capacity];
  }

  void add(Settlement settlement) {
    int i = size++;
    ClaimedJob job = settlement.job();
    tokens[i] = job.lease().token();
    positions[i] = job.lease().position();
    closing.computeIfAbsent(tokens[i], token -> new BitSet()).set(positions[i]);
    jobIds[i] = job.id().value();
    cellNumbers[i] = cells.number(settlement);
    AttemptNumber number = settlement.number();
    attempts[i] = number.entry();
    unstarted[i] = number.unstarted();
    earlier[i] = number.earlier();
    retries[i] = job.counters().failures();
    statuses[i] = settlement.verdict().status().name();
    workers[i] = settlement.worker().value();
    scheduled[i] = PostgresColumns.sinceEpoch(job.scheduledAt());
    started[i] = PostgresColumns.sinceEpoch(settlement.run().startedAt());
    durations[i] = Columns.micros(settlement.run().duration());
    explanations[i] =
        settlement.verdict().explanation().isEmpty() ? null : settlement.verdict().explanation();
    failures[i] = settlement.verdict().counters().failures();
    lostLeases[i] = settlement.verdict().counters().lostLeases();
    interruptions[i] = settlement.verdict().counters().interruptions();
    logs[i] = settlement.run().log().isEmpty() ? null : String.join("\n", settlement.run().log());
    progress[i] = settlement.run().progress();
    Instant first = job.firstStartedAt();
    boolean isFirst = first == null && settlement.run().startedAt() != null;
    firstStarted[i] = PostgresColumns.sinceEpoch(isFirst ? job.claimedAt() : first);
    priorities[i] = job.priority();
    queues[i] = job.queue().value();
    types[i] = job.type().value();
    tenants[i] = job.tenant().value();
    laneKeys[i] = job.laneKey();
    addFailure(i, settlement.verdict().failure());
    addNext(i, settlement.verdict().next(), job);
  }

  private void addFailure(int i, @Nullable Failure failure) {
    if (failure != null) {
      kinds[i] = failure.kind().name();
      errorTypes[i] = failure.type().name();
      messages[i] = failure.message();
      stackTraces[i] = failure.stackTrace();
      fingerprints[i] = FailureFingerprint.of(failure).value();
    }
  }

  private void addNext(int i, Verdict.Next next, ClaimedJob job) {
    again[i] = next instanceof Verdict.RunAgain;
    if (next instanceof Verdict.RunAgain run) {
      delays[i] = Columns.micros(run.delay());
      Duration previous = run.countsAsDelay() ? run.delay() : job.previousDelay();
      previousDelays[i] = Columns.micros(previous);
    } else if (next instanceof Verdict.Finish finish) {
      states[i] = finish.state().name();
      results[i] = finish.result() == null ? null : finish.result().json();
    } else if (next instanceof Verdict.DeadLetterTo dead) {
      states[i] = "DEAD";
      dlqReasons[i] = dead.reason();
      movedFrom[i] = queues[i];
      queues[i] = dead.queue().value();
    }
  }

  void bind(NamedStatement statement) throws SQLException {
    statement
        .longs("lease_tokens", closing.keySet().stream().mapToLong(token -> token).toArray())
        .texts(
            "masks", closing.values().stream().map(SettlementArrays::mask).toArray(String[]::new))
        .longs("tokens", tokens)
        .ints("positions", positions)
        .ids("job_ids", jobIds)
        .ints("attempts", attempts)
        .ints("unstarted", unstarted)
        .ints("earlier", earlier)
        .ints("retries", retries)
        .texts("statuses", statuses)
        .texts("workers", workers)
        .longsOrNulls("scheduled", scheduled)
        .longsOrNulls("started", started)
        .longsOrNulls("durations", durations)
        .texts("kinds", kinds)
        .texts("error_types", errorTypes)
        .texts("messages", messages)
        .texts("stack_traces", stackTraces)
        .texts("explanations", explanations)
        .ints("failures", failures)
        .ints("lost_leases", lostLeases)
        .ints("interruptions", interruptions)
        .texts("logs", logs)
        .doublesOrNulls("progress", progress)
        .flags("again", again)
        .longsOrNulls("delays", delays)
        .longsOrNulls("first_started", firstStarted)
        .longsOrNulls("previous_delays", previousDelays)
        .ints("priorities", priorities)
        .texts("queues", queues)
        .texts("types", types)
        .texts("tenants", tenants)
        .texts("states", states)
        .texts("results", results)
        .texts("dlq_reasons", dlqReasons)
        .texts("moved_from", movedFrom)
        .texts("fingerprints", fingerprints)
        .texts("lane_keys", laneKeys)
        .ints("cells", cellNumbers);
    cells.bind(statement);
  }

  /** Returns a bit string up to the last chosen position: 0 for chosen positions, 1 for others. */
  static String mask(BitSet chosen) {
    StringBuilder mask = new StringBuilder(chosen.length());
    for (int position = 0; position < chosen.length(); position++) {
      mask.append(chosen.get(position) ? '0' : '1');
    }
    return mask.toString();
  }
}
