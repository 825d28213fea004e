package io.taskforge.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextTest {
  private static final String IDS = "0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331";

  @Test
  void its_text_reads_back() {
    TraceContext plain = new TraceContext("00-" + IDS + "-01", "");
    TraceContext withState = new TraceContext("00-" + IDS + "-00", "a=b c,d=e");

    assertThat(TraceContext.parse(plain.toString())).isEqualTo(plain);
    assertThat(TraceContext.parse(withState.toString())).isEqualTo(withState);
    assertThat(withState.headers())
        .containsEntry("traceparent", "00-" + IDS + "-00")
        .containsEntry("tracestate", "a=b c,d=e");
    assertThat(plain.headers()).containsOnlyKeys("traceparent");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00-" + IDS,
        "00-" + IDS + "-01-more",
        "ff-" + IDS + "-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "cc-" + IDS + "-01.more"
      })
  void an_invalid_traceparent_is_ignored_in_headers_and_refused_otherwise(String header) {
    assertThat(TraceContext.ofHeaders(header, null)).isEmpty();
    assertThatThrownBy(() -> new TraceContext(header, ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + header + "'");
  }

  @Test
  void a_later_version_is_read_as_the_first() {
    assertThat(TraceContext.ofHeaders("cc-" + IDS + "-01-more", "a=b"))
        .contains(new TraceContext("00-" + IDS + "-01", "a=b"));
  }

  @Test
  void a_tracestate_that_cannot_be_kept_is_dropped() {
    TraceContext without = new TraceContext("00-" + IDS + "-01", "");

    assertThat(TraceContext.ofHeaders(without.traceparent(), "a=" + "x".repeat(511)))
        .contains(without);
    assertThat(TraceContext.ofHeaders(without.traceparent(), "a=\nb")).contains(without);
    assertThat(TraceContext.ofHeaders(without.traceparent(), "a=ä")).contains(without);
  }
}
