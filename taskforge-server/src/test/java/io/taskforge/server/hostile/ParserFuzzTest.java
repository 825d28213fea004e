package io.taskforge.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.deadletter.RedriveId;
import io.taskforge.failure.RetryAfter;
import io.taskforge.job.JobId;
import io.taskforge.job.TraceContext;
import io.taskforge.json.InvalidJsonException;
import io.taskforge.json.strict.Json;
import io.taskforge.query.AttemptCursor;
import io.taskforge.remote.LeaseToken;
import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.schedule.Cron;
import io.taskforge.schedule.InvalidCronException;
import io.taskforge.server.outbound.Cidr;
import io.taskforge.server.outbound.TargetUrl;
import io.taskforge.store.LeaseRef;
import io.taskforge.text.DurationText;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Parsers of text from outside throw the exception that they declare and no other, soon. A minute
 * of each with {@code -Pfuzz}; another seed with {@code -Dtaskforge.test.fuzz.seed=2}.
 */
class ParserFuzzTest {
  private static final int INPUTS = 2_000;
  private static final long SECONDS = Long.getLong("taskforge.test.fuzz.seconds", 0);
  private static final long SEED = Long.getLong("taskforge.test.fuzz.seed", 1);
  private static final int MAX_MESSAGE = 5_000;
  private static final double MOST_CPU_SECONDS = 1;

  enum Parser {
    POLICY(
        InvalidPolicyException.class,
        RetryPolicyJson.standard()::readJobChoice,
        "\"patient\"",
        "{\"backoff\": {\"type\": \"exponential\", \"initialDelay\": \"2s\", \"factor\": 2.5},"
            + " \"maxDelay\": \"PT1H\", \"maxRetries\": 5, \"jitter\": \"full\"}",
        "{\"overrides\": {\"maxRetries\": 3, \"retryDelay\": \"1m 30s\"}, \"base\": \"patient\"}"),
    CRON(
        InvalidCronException.class,
        Cron::parse,
        "*/15 9-17 * * MON-FRI",
        "0 30 2 L * ?",
        "0 0 1,15 JAN,JUL SUN#2",
        "0 12 15W * *",
        "@daily"),
    DURATION(
        IllegalArgumentException.class, DurationText::parse, "1h 30m", "PT1H30M", "250ms", "1.5s"),
    ATTEMPT_CURSOR(
        IllegalArgumentException.class,
        AttemptCursor::parse,
        "01890a5d-ac96-774b-bcce-b302099a8057.12"),
    LEASE_TOKEN(
        IllegalArgumentException.class,
        LeaseToken::parse,
        new LeaseToken(new LeaseRef(7, 1), JobId.parse("01890a5d-ac96-774b-bcce-b302099a8057"))
            .text()),
    JOB_ID(IllegalArgumentException.class, JobId::parse, "01890a5d-ac96-774b-bcce-b302099a8057"),
    REDRIVE_ID(
        IllegalArgumentException.class, RedriveId::parse, "01890a5d-ac96-774b-bcce-b302099a8057"),
    RETRY_AFTER(
        null,
        text -> RetryAfter.parse(text, Instant.EPOCH),
        "120",
        "Wed, 21 Oct 2026 07:28:00 GMT",
        "Wednesday, 21-Oct-26 07:28:00 GMT"),
    JSON(
        InvalidJsonException.class,
        Json::read,
        "{\"a\": [1, 2.5e3, \"\\u00e9\", null], \"b\": {}}"),
    URL(
        IllegalArgumentException.class,
        TargetUrl::parse,
        "https://user:pw@example.com:8443/a/b?c=d%20e#f",
        "http://[::ffff:10.0.0.1]:80/",
        "http://0x7f.1/",
        "https://b\u00fccher.example/"),
    TRACE_CONTEXT(
        IllegalArgumentException.class,
        TraceContext::parse,
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01 vendor=a,other=b"),
    CIDR(IllegalArgumentException.class, Cidr::parse, "10.0.0.0/8", "fd00::/8", "192.168.1.1");

    private final @Nullable Class<?> declared;
    private final Consumer<String> parse;
    private final List<String> samples;

    Parser(@Nullable Class<?> declared, Consumer<String> parse, String... samples) {
      this.declared = declared;
      this.parse = parse;
      this.samples = List.of(samples);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_parser_accepts_or_throws_what_it_declares_soon(Parser parser) {
    Mutations mutations = new Mutations(SEED, parser.samples);
    long end = System.nanoTime() + SECONDS * 1_000_000_000;
    int accepted = 0;
    for (int i = 0; SECONDS == 0 ? i < INPUTS : System.nanoTime() < end; i++) {
      String text = mutations.next();
      accepted += accepts(parser, text) ? 1 : 0;
    }
    assertThat(accepted).as("inputs that are still valid").isPositive();
  }

  private static boolean accepts(Parser parser, String text) {
    long begun = cpuNanos();
    Throwable thrown = null;
    try {
      parser.parse.accept(text);
    } catch (Throwable e) {
      thrown = e;
    }
    double took = (cpuNanos() - begun) / 1e9;
    String input = "%s, input %s".formatted(parser, Json.write(Json.object().put("text", text)));
    assertThat(took).as("CPU seconds for " + input).isLessThan(MOST_CPU_SECONDS);
    if (thrown != null) {
      assertThat(thrown.getClass()).as(input).isEqualTo(parser.declared);
      assertThat(thrown.getMessage())
          .as("the message for " + input)
          .isNotBlank()
          .hasSizeLessThan(MAX_MESSAGE);
    }
    return thrown == null;
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
