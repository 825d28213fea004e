package io.taskforge.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.bench.compare.Sample.Summary;
import java.util.List;
import java.util.Map;
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
