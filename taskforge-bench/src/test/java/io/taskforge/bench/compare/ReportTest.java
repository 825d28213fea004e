package io.taskforge.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.bench.compare.Sample.Summary;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static Sample rate(String system, int round, double value) {
    return new Sample(system, round, new Figure("drain", "jobs/s", value, 100 * round, Double.NaN));
  }

  private static Sample latency(String system, double value) {
    return new Sample(system, 1, Figure.of("latency p99", "ms", value));
  }

  private static final List<Sample> SAMPLES =
      List.of(
          rate("pg-boss", 1, 100),
          rate("taskforge", 1, 500),
          rate("taskforge", 2, 300),
          rate("taskforge", 3, 400),
          rate("pg-boss", 2, 300),
          latency("taskforge", 2),
          latency("pg-boss", 5));

  @Test
  void a_summary_has_the_median_the_spread_and_the_ratio_of_medians() {
    List<Summary> summaries = Sample.summaries(SAMPLES);

    assertThat(summaries).extracting(Summary::system).startsWith("taskforge", "pg-boss");
    Summary ours = summaries.get(0);
    assertThat(ours.median()).isEqualTo(400);
    assertThat(ours.min()).isEqualTo(300);
    assertThat(ours.max()).isEqualTo(500);
    assertThat(ours.walBytes()).isEqualTo(200);
    assertThat(ours.databaseMicros()).isNaN();
    assertThat(ours.ratio()).isNaN();
    assertThat(summaries.get(1).median()).isEqualTo(200);
    assertThat(summaries.get(1).ratio()).isEqualTo(2);
  }

  @Test
  void a_ratio_of_latencies_is_above_one_if_taskforge_is_faster() {
    assertThat(Sample.summaries(SAMPLES))
        .filteredOn(summary -> summary.unit().equals("ms") && summary.system().equals("pg-boss"))
        .extracting(Summary::ratio)
        .containsExactly(2.5);
  }

  @Test
  void sqlite_is_compared_with_taskforge_on_sqlite() {
    List<Summary> summaries =
        Sample.summaries(
            List.of(rate("db-scheduler-sqlite", 1, 10), rate("taskforge-sqlite", 1, 40)));

    assertThat(summaries).extracting(Summary::system).startsWith("taskforge-sqlite");
    assertThat(summaries.get(1).ratio()).isEqualTo(4);
  }

  @Test
  void the_table_names_a_workload_once_and_lists_what_was_not_measured() {
    String text =
        new Report(
                Map.of("rounds", "3"),
                Map.of("drain", "drain of no-ops", "latency", "latency, idle"),
                SAMPLES,
                List.of("quartz: stalled"))
            .markdown();

    assertThat(text)
        .contains("- rounds: 3\n")
        .contains("| drain of no-ops | taskforge | 400 jobs/s | 300–500 |  | 200 B |  |\n")
        .contains("|  | pg-boss | 200 jobs/s | 100–300 | 2.00 | 150 B |  |\n")
        .contains("| latency, idle, p99 | taskforge | 2.00 ms |")
        .endsWith("Not measured:\n\n- quartz: stalled\n");
  }

  @Test
  void json_has_summaries_and_samples() {
    var json = new Report(Map.of("rounds", "3"), Map.of(), SAMPLES, List.of()).json();

    assertThat(json.at("/run/rounds").asString()).isEqualTo("3");
    assertThat(json.at("/summaries/1/ratio").asDouble()).isEqualTo(2);
    assertThat(json.at("/summaries/0").has("ratio")).isFalse();
    assertThat(json.get("samples")).hasSize(7);
    assertThat(json.at("/samples/0/value").asDouble()).isEqualTo(100);
  }

  @Test
  void each_row_has_a_chart() {
    Map<String, String> charts = new Report(Map.of(), Map.of(), SAMPLES, List.of()).charts();

    assertThat(charts).containsOnlyKeys("drain", "latency-p99");
    assertThat(charts.get("drain")).contains(">pg-boss<", ">200 jobs/s<");
  }

  @Test
  void targets_are_compared_with_medians() {
    String text = new Report(Map.of(), Map.of(), SAMPLES, List.of()).markdown();

    assertThat(text)
        .contains("| drain, of the best peer | ≥ 2 × | 2.00 | yes |")
        .contains("| latency from another process, p99 | ≤ 25 ms | 2.00 | yes |")
        .doesNotContain("| bulk enqueue");
  }

  @Test
  void the_best_peer_is_the_fastest_but_not_plain_sql() {
    String text =
        new Report(
                Map.of(),
                Map.of(),
                List.of(
                    rate("taskforge", 1, 300),
                    rate("quartz", 1, 1),
                    rate("pg-boss", 1, 200),
                    rate("raw-sql", 1, 1_000)),
                List.of())
            .markdown();

    assertThat(text)
        .contains("| drain, of the best peer | ≥ 2 × | 1.50 | **no** |")
        .contains("| drain, of plain SQL | ≥ 0.4 × | 0.30 | **no** |");
  }

  @Test
  void every_target_names_rows_that_workloads_measure() {
    Set<String> names = Workload.all().stream().map(Workload::name).collect(Collectors.toSet());

    assertThat(Target.all()).hasSizeGreaterThan(25);
    assertThat(Target.all())
        .allSatisfy(target -> assertThat(names).contains(target.row().split("[ @]", 2)[0]));
  }

  @Test
  void the_ceiling_of_short_jobs_is_the_lower_one() {
    Target target =
        Target.all().stream().filter(t -> t.divisor().equals("4000/drain")).findFirst().get();

    assertThat(target.measured(rows(3_600, 50_000))).isEqualTo(0.9);
    assertThat(target.measured(rows(900, 1_000))).isEqualTo(0.9);
    assertThat(target.measured(Map.of())).isNaN();
  }

  private static Map<String, Map<String, Double>> rows(double shortJobs, double drain) {
    return Map.of(
        "short-jobs 4 workers", Map.of("taskforge", shortJobs),
        "drain", Map.of("taskforge", drain));
  }

  @Test
  void the_rest_of_a_run_is_estimated_from_what_is_done() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    Stopwatch stopwatch = new Stopwatch(now::get, 600);
    assertThat(stopwatch).hasToString("[about 10 min left] ");

    now.set(Instant.EPOCH.plusSeconds(200));
    stopwatch.did(100);

    assertThat(stopwatch).hasToString("[about 17 min left] ");
    assertThat(stopwatch.minutes()).isEqualTo(3);
  }

  @Test
  void numbers_have_three_digits_or_groups() {
    assertThat(Report.number(1.234)).isEqualTo("1.23");
    assertThat(Report.number(12.34)).isEqualTo("12.3");
    assertThat(Report.number(1_234_567.8)).isEqualTo("1 234 568");
  }

  @Test
  void a_command_is_a_name_with_options() {
    Command command = Command.parse("enqueue jobs=5 delay=60");

    assertThat(command.name()).isEqualTo("enqueue");
    assertThat(command.get("jobs")).isEqualTo(5);
    assertThat(command.get("tenants")).isZero();
  }

  @Test
  void unfinished_jobs_are_looked_for_in_every_table_of_a_system() {
    assertThat(Peer.QUARTZ.unfinishedSql())
        .isEqualTo(
            "SELECT EXISTS (SELECT 1 FROM qrtz_triggers) OR EXISTS (SELECT 1 FROM qrtz_fired_triggers)");
    assertThat(Peer.TASKFORGE_SQLITE.unfinishedSql()).isEmpty();
  }
}
