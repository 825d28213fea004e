package io.taskforge.jdbc.postgres;

import static io.taskforge.jdbc.postgres.PostgresColumns.sinceEpoch;

import io.taskforge.failure.Failure;
import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.job.Verdict;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.LeaseRef;
import io.taskforge.store.Settlement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Settlements as one array per column, for the statements that commit them. */
final class SettlementArrays {
  private SettlementArrays() {}

  /** Binds what {@link CommitSettlements} needs. */
  static void bind(NamedStatement statement, List<Settlement> batch) throws SQLException {
    Map<Long, BitSet> closing = positions(batch.stream().map(s -> s.job().lease()));
    CellArrays cells = new CellArrays();
    statement
        .longs("lease_tokens", tokens(closing))
        .texts("masks", bits(closing, '0', '1'))
        .longs("tokens", longs(batch, s -> s.job().lease().token()))
        .ints("positions", ints(batch, s -> s.job().lease().position()))
        .ids("job_ids", batch.stream().map(s -> s.job().id().value()).toArray(UUID[]::new))
        .ints("attempts", ints(batch, s -> s.number().entry()))
        .ints("unstarted", ints(batch, s -> s.number().unstarted()))
        .ints("earlier", ints(batch, s -> s.number().earlier()))
        .ints("retries", ints(batch, s -> s.job().counters().failures()))
        .texts("statuses", texts(batch, s -> s.verdict().status().name()))
        .texts("workers", texts(batch, s -> s.worker().value()))
        .longsOrNulls("scheduled", longsOrNulls(batch, s -> sinceEpoch(s.job().scheduledAt())))
        .longsOrNulls("started", longsOrNulls(batch, s -> sinceEpoch(s.run().startedAt())))
        .longsOrNulls("durations", longsOrNulls(batch, s -> Columns.micros(s.run().duration())))
        .texts("kinds", texts(batch, s -> failure(s, of -> of.kind().name())))
        .texts("error_types", texts(batch, s -> failure(s, of -> of.type().name())))
        .texts("messages", texts(batch, s -> failure(s, Failure::message)))
        .texts("stack_traces", texts(batch, s -> failure(s, Failure::stackTrace)))
        .texts("fingerprints", texts(batch, s -> failure(s, of -> of.fingerprint().value())))
        .texts("explanations", texts(batch, s -> orNull(s.verdict().explanation())))
        .ints("failures", ints(batch, s -> s.verdict().counters().failures()))
        .ints("lost_leases", ints(batch, s -> s.verdict().counters().lostLeases()))
        .ints("interruptions", ints(batch, s -> s.verdict().counters().interruptions()))
        .texts("logs", texts(batch, s -> orNull(String.join("\n", s.run().log()))))
        .doublesOrNulls(
            "progress", batch.stream().map(s -> s.run().progress()).toArray(Double[]::new))
        .flags("again", flags(batch, s -> s.verdict().next() instanceof Verdict.RunAgain))
        .flags("plain", flags(batch, CommitSuccesses::isPlain))
        .longsOrNulls("delays", longsOrNulls(batch, SettlementArrays::delay))
        .longsOrNulls("first_started", longsOrNulls(batch, SettlementArrays::firstStarted))
        .longsOrNulls("previous_delays", longsOrNulls(batch, SettlementArrays::previousDelay))
        .ints("priorities", ints(batch, s -> s.job().priority()))
        .texts("queues", texts(batch, SettlementArrays::queue))
        .texts("types", texts(batch, s -> s.job().type().value()))
        .texts("tenants", texts(batch, s -> s.job().tenant().value()))
        .texts("lane_keys", texts(batch, s -> s.job().laneKey()))
        .texts("states", texts(batch, SettlementArrays::state))
        .texts("results", texts(batch, SettlementArrays::result))
        .texts("dlq_reasons", texts(batch, SettlementArrays::deadLetterReason))
        .texts("moved_from", texts(batch, SettlementArrays::movedFrom))
        .ints("cells", ints(batch, cells::number));
    cells.bind(statement);
  }

  private static @Nullable String failure(Settlement settled, Function<Failure, String> value) {
    Failure failure = settled.verdict().failure();
    return failure == null ? null : value.apply(failure);
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  private static @Nullable Long delay(Settlement settled) {
    return settled.verdict().next() instanceof Verdict.RunAgain run
        ? Columns.micros(run.delay())
        : null;
  }

  private static @Nullable Long previousDelay(Settlement settled) {
    return settled.verdict().next() instanceof Verdict.RunAgain run
        ? Columns.micros(run.countsAsDelay() ? run.delay() : settled.job().previousDelay())
        : null;
  }

  private static @Nullable Long firstStarted(Settlement settled) {
    ClaimedJob job = settled.job();
    Instant first = job.firstStartedAt();
    boolean isFirst = first == null && settled.run().startedAt() != null;
    return sinceEpoch(isFirst ? job.claimedAt() : first);
  }

  private static String queue(Settlement settled) {
    return settled.verdict().next() instanceof Verdict.DeadLetterTo dead
        ? dead.queue().value()
        : settled.job().queue().value();
  }

  private static @Nullable String state(Settlement settled) {
    Verdict.Next next = settled.verdict().next();
    return next instanceof Verdict.Finish finish
        ? finish.state().name()
        : next instanceof Verdict.DeadLetterTo ? "DEAD" : null;
  }

  private static @Nullable String result(Settlement settled) {
    return settled.verdict().next() instanceof Verdict.Finish finish && finish.result() != null
        ? finish.result().json()
        : null;
  }

  private static @Nullable String deadLetterReason(Settlement settled) {
    return settled.verdict().next() instanceof Verdict.DeadLetterTo dead ? dead.reason() : null;
  }

  private static @Nullable String movedFrom(Settlement settled) {
    return settled.verdict().next() instanceof Verdict.DeadLetterTo
        ? settled.job().queue().value()
        : null;
  }

  /** Returns the positions of these leases by token. */
  static Map<Long, BitSet> positions(Stream<LeaseRef> leases) {
    Map<Long, BitSet> positions = new TreeMap<>();
    leases.forEach(
        lease ->
            positions.computeIfAbsent(lease.token(), token -> new BitSet()).set(lease.position()));
    return positions;
  }

  static long[] tokens(Map<Long, BitSet> positions) {
    return positions.keySet().stream().mapToLong(token -> token).toArray();
  }

  /** Returns a bit string for each lease, up to its last chosen position. */
  static String[] bits(Map<Long, BitSet> positions, char ofChosen, char ofOthers) {
    return positions.values().stream()
        .map(
            chosen -> {
              StringBuilder bits = new StringBuilder(chosen.length());
              for (int position = 0; position < chosen.length(); position++) {
                bits.append(chosen.get(position) ? ofChosen : ofOthers);
              }
              return bits.toString();
            })
        .toArray(String[]::new);
  }

  static <T> long[] longs(List<T> from, ToLongFunction<T> value) {
    return from.stream().mapToLong(value).toArray();
  }

  static <T> @Nullable Long[] longsOrNulls(List<T> from, Function<T, @Nullable Long> of) {
    return from.stream().map(of).toArray(Long[]::new);
  }

  static <T> int[] ints(List<T> from, ToIntFunction<T> value) {
    return from.stream().mapToInt(value).toArray();
  }

  static <T> @Nullable String[] texts(List<T> from, Function<T, @Nullable String> value) {
    return from.stream().map(value).toArray(String[]::new);
  }

  private static <T> Boolean[] flags(List<T> from, Function<T, Boolean> value) {
    return from.stream().map(value).toArray(Boolean[]::new);
  }
}
