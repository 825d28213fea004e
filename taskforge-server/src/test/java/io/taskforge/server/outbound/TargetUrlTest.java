package io.taskforge.server.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetUrlTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://Example.ORG|http://example.org/",
        "HTTPS://example.org:443/A|https://example.org/A",
        "http://example.org:443|http://example.org:443/",
        "http://example.org?q=1|http://example.org/?q=1",
        "http://example.org/a?b#c|http://example.org/a?b",
        "http://[2606:4700:0:0::1]:81/|http://[2606:4700::1]:81/",
        "http://[::FFFF:8.8.8.8]/|http://8.8.8.8/"
      })
  void a_url_is_normalized(String text, String plain) {
    assertThat(TargetUrl.parse(text)).hasToString(plain);
  }

  @Test
  void a_url_is_split_into_its_parts() {
    TargetUrl url = TargetUrl.parse("https://example.org:8443/a?b=c");

    assertThat(url.tls()).isTrue();
    assertThat(url.host()).isEqualTo("example.org");
    assertThat(url.port()).isEqualTo(8443);
    assertThat(url.literal()).isNull();
    assertThat(url.pathAndQuery()).isEqualTo("/a?b=c");
    assertThat(url.hostAndPort()).isEqualTo("example.org:8443");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|from 1 to 4096",
        "ftp://example.org/|begins with ftp://",
        "http://u:hunter2@example.org/|no user name or password",
        "http://127.1/|four decimal numbers",
        "http://[fe80::1%25eth0]/|without a zone",
        "http://example.org./|end in a dot",
        "http://example.org:0/|from 1 to 65535",
        "http://bücher.example/|plain ASCII without spaces but has U+00FC",
        "http://a\\b/|must not hold '\\'",
        "http://example.org/%|two hexadecimal digits"
      })
  void an_invalid_url_is_rejected_with_the_reason(String text, String reason) {
    assertThatThrownBy(() -> TargetUrl.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason)
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void the_length_of_a_url_is_limited() {
    String path = "http://example.org/" + "a".repeat(TargetUrl.MAX_LENGTH - 19);

    assertThat(TargetUrl.parse(path).pathAndQuery()).hasSize(TargetUrl.MAX_LENGTH - 18);
    assertThatThrownBy(() -> TargetUrl.parse(path + "a")).hasMessageContaining("4096");
    assertThatThrownBy(() -> TargetUrl.parse("http://" + "a.".repeat(1_000_000)))
        .hasMessageContaining("4096");
  }
}
