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
        .longs("tokens", batch.stream().mapToLong(s -> s.job().lease().token()).toArray())
        .ints("positions", batch.stream().mapToInt(s -> s.job().lease().position()).toArray())
        .ids("job_ids", ids(batch))
        .intsOrOne("attempts", ints(batch, s -> s.number().entry()))
        .intsOrOne("unstarted", ints(batch, s -> s.number().unstarted()))
        .intsOrOne("earlier", ints(batch, s -> s.number().earlier()))
        .intsOrOne("retries", ints(batch, s -> s.job().counters().failures()))
        .textsOrOne("statuses", texts(batch, s -> s.verdict().status().name()))
        .textsOrOne("workers", texts(batch, s -> s.worker().value()))
        .longsOrOne("scheduled", longs(batch, s -> sinceEpoch(s.job().scheduledAt())))
        .longsOrOne("started", longs(batch, s -> sinceEpoch(s.run().startedAt())))
        .longsOrOne("durations", longs(batch, s -> Columns.micros(s.run().duration())))
        .textsOrOne("kinds", texts(batch, s -> failure(s, of -> of.kind().name())))
        .textsOrOne("error_types", texts(batch, s -> failure(s, of -> of.type().name())))
        .textsOrOne("messages", texts(batch, s -> failure(s, Failure::message)))
        .textsOrOne("stack_traces", texts(batch, s -> failure(s, Failure::stackTrace)))
        .textsOrOne("fingerprints", texts(batch, s -> failure(s, of -> of.fingerprint().value())))
        .textsOrOne("explanations", texts(batch, s -> orNull(s.verdict().explanation())))
        .intsOrOne("failures", ints(batch, s -> s.verdict().counters().failures()))
        .intsOrOne("lost_leases", ints(batch, s -> s.verdict().counters().lostLeases()))
        .intsOrOne("interruptions", ints(batch, s -> s.verdict().counters().interruptions()))
        .textsOrOne("logs", texts(batch, s -> orNull(String.join("\n", s.run().log()))))
        .doublesOrNulls(
            "progress", batch.stream().map(s -> s.run().progress()).toArray(Double[]::new))
        .flagsOrOne("again", flags(batch, s -> s.verdict().next() instanceof Verdict.RunAgain))
        .flagsOrOne("plain", flags(batch, CommitSuccesses::isPlain))
        .longsOrOne("delays", longs(batch, SettlementArrays::delay))
        .longsOrOne("first_started", longs(batch, SettlementArrays::firstStarted))
        .longsOrOne("previous_delays", longs(batch, SettlementArrays::previousDelay))
        .intsOrOne("priorities", ints(batch, s -> s.job().priority()))
        .textsOrOne("queues", texts(batch, SettlementArrays::queue))
        .textsOrOne("types", texts(batch, s -> s.job().type().value()))
        .textsOrOne("tenants", texts(batch, s -> s.job().tenant().value()))
        .textsOrOne("lane_keys", texts(batch, s -> s.job().laneKey()))
        .textsOrOne("states", texts(batch, SettlementArrays::state))
        .textsOrOne("results", texts(batch, SettlementArrays::result))
        .textsOrOne("dlq_reasons", texts(batch, SettlementArrays::deadLetterReason))
        .textsOrOne("moved_from", texts(batch, SettlementArrays::movedFrom))
        .intsOrOne("cells", ints(batch, cells::number));
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

  static UUID[] ids(List<Settlement> batch) {
    return column(new UUID[batch.size()], batch, s -> s.job().id().value());
  }

  static <T> @Nullable Long[] longs(List<T> rows, Function<T, @Nullable Long> value) {
    return column(new Long[rows.size()], rows, value);
  }

  static <T> Integer[] ints(List<T> rows, Function<T, Integer> value) {
    return column(new Integer[rows.size()], rows, value);
  }

  static <T> @Nullable String[] texts(List<T> rows, Function<T, @Nullable String> value) {
    return column(new String[rows.size()], rows, value);
  }

  private static <T> Boolean[] flags(List<T> rows, Function<T, Boolean> value) {
    return column(new Boolean[rows.size()], rows, value);
  }

  // A loop: streams take several times as long, and there are 40 columns.
  private static <T, V> V[] column(V[] column, List<T> rows, Function<T, V> value) {
    for (int i = 0; i < column.length; i++) {
      column[i] = value.apply(rows.get(i));
    }
    return column;
  }
}
