package io.taskforge.examples;

import static java.time.Duration.ofMillis;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.Outcome;
import io.taskforge.opentelemetry.OpenTelemetryTracing;
import io.taskforge.retry.RetryPolicy;
import java.net.ConnectException;

/** One trace over an enqueue and two attempts. A real program exports its spans. */
public final class TracingExample {
  private static final JobType<String> MAIL = JobType.of("send-mail", String.class);

  private TracingExample() {}

  public static void main(String[] args) throws Exception {
    InMemorySpanExporter spans = InMemorySpanExporter.create();
    OpenTelemetry openTelemetry =
        OpenTelemetrySdk.builder()
            .setTracerProvider(
                SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .build();
    JobsEnded ended = new JobsEnded(1);
    try (var store = SqliteJobStore.open(TemporaryFile.create())) {
      TaskForgeBuilder builder =
          TaskForge.builder()
              .store(store)
              .listener(ended)
              .retryPolicy(RetryPolicy.fixed(ofMillis(100)))
              .handler(
                  MAIL,
                  (address, context) -> {
                    if (context.attempt() == 1) {
                      throw new ConnectException("the mail server does not answer");
                    }
                    return Outcome.DONE;
                  });
      // snippet:tracing
      TaskForge forge = builder.tracing(OpenTelemetryTracing.of(openTelemetry)).build();
      // end
      forge.start();
      forge.enqueue(MAIL, "ann@example.org");
      ended.await();
      forge.close();
      spans.getFinishedSpanItems().forEach(span -> System.out.println(line(span)));
    }
  }

  private static String line(SpanData span) {
    Long attempt = span.getAttributes().get(AttributeKey.longKey("taskforge.attempt"));
    return span.getName()
        + (attempt == null ? "" : ", attempt " + attempt)
        + ", parent "
        + span.getParentSpanId();
  }
}
