package io.taskforge.server.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SsrfPolicyTest {
  private static final SsrfPolicy RULES = SsrfPolicy.publicOnly();

  static List<String> blocked() {
    return TargetLists.blocked();
  }

  static List<String> allowed() {
    return TargetLists.allowed();
  }

  @ParameterizedTest
  @MethodSource("blocked")
  void an_internal_or_ambiguous_url_is_refused(String url) {
    assertThat(mayBeSaved(RULES, url)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("allowed")
  void a_public_url_can_be_saved(String url) {
    assertThat(mayBeSaved(RULES, url)).isTrue();
  }

  static Stream<String> spellings() {
    return Stream.of(
            "127.0.0.1",
            "0.0.0.0",
            "10.20.30.40",
            "100.64.1.2",
            "169.254.169.254",
            "172.20.1.1",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.251",
            "255.255.255.255")
        .flatMap(Spellings::of);
  }

  @ParameterizedTest
  @MethodSource("spellings")
  void an_internal_address_is_refused_in_every_notation(String host) {
    assertThat(mayBeSaved(RULES, "http://" + host + "/")).isFalse();
    assertThat(mayBeSaved(RULES, "https://" + host + ":8443/x?y")).isFalse();
  }

  @Test
  void the_lists_of_urls_are_complete() {
    assertThat(blocked()).hasSizeGreaterThanOrEqualTo(250).doesNotHaveDuplicates();
    assertThat(allowed()).hasSizeGreaterThanOrEqualTo(40).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1/",
        "http://127.9.9.9:8080/",
        "http://localhost:9000/",
        "http://app.localhost/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/"
      })
  void loopback_can_be_called_if_it_is_allowed(String url) {
    assertThat(mayBeSaved(RULES.andLoopback(), url)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://0.0.0.0/",
        "http://[::]/",
        "http://[::127.0.0.1]/",
        "http://[64:ff9b::127.0.0.1]/",
        "http://[2002:7f00:1::]/",
        "http://169.254.169.254/",
        "http://10.0.0.1/",
        "http://2130706433/",
        "http://user@127.0.0.1/"
      })
  void allowing_loopback_allows_nothing_else(String url) {
    assertThat(mayBeSaved(RULES.andLoopback(), url)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://billing:8080/",
        "http://printer.local/",
        "http://kubernetes.default.svc/",
        "http://host.docker.internal/"
      })
  void an_internal_name_can_be_saved_if_internal_addresses_are_allowed(String url) {
    assertThat(mayBeSaved(SsrfPolicy.allowing("10.0.0.0/8"), url)).isTrue();
    assertThat(mayBeSaved(SsrfPolicy.allowing("127.0.0.0/8,10.0.0.0/8"), url)).isTrue();
    assertThat(mayBeSaved(SsrfPolicy.allowing("127.0.0.0/8,::1/128"), url)).isFalse();
    assertThat(mayBeSaved(RULES.andLoopback(), url)).isFalse();
  }

  @Test
  void a_private_name_is_blocked_and_the_message_says_how_to_allow_it() {
    assertThat(RULES.whyBlocked(TargetUrl.parse("http://billing:8080/")))
        .contains(
            "billing is a name of a private network, and only public addresses are allowed;"
                + " --allow-targets allows private ones");
    assertThat(RULES.andLoopback().whyBlocked(TargetUrl.parse("http://nas.lan/")).orElseThrow())
        .contains("only public addresses and loopback are allowed");
  }

  @Test
  void cloud_metadata_names_are_refused_unless_their_address_is_allowed() {
    TargetUrl url = TargetUrl.parse("http://metadata.google.internal/");

    assertThat(SsrfPolicy.allowing("10.0.0.0/8").whyBlocked(url)).isPresent();
    assertThat(SsrfPolicy.allowing("169.254.169.254/32").whyBlocked(url)).isEmpty();
  }

  @Test
  void an_allowed_range_does_not_allow_addresses_next_to_it() {
    SsrfPolicy policy = SsrfPolicy.allowing("10.1.0.0/16, fd00:1::/32,192.168.7.7/32");

    assertThat(mayBeSaved(policy, "http://10.1.255.255/")).isTrue();
    assertThat(mayBeSaved(policy, "http://[::ffff:10.1.0.1]/")).isTrue();
    assertThat(mayBeSaved(policy, "http://[fd00:1:ffff::]/")).isTrue();
    assertThat(mayBeSaved(policy, "http://192.168.7.7/")).isTrue();
    assertThat(mayBeSaved(policy, "http://10.2.0.0/")).isFalse();
    assertThat(mayBeSaved(policy, "http://10.0.255.255/")).isFalse();
    assertThat(mayBeSaved(policy, "http://192.168.7.8/")).isFalse();
    assertThat(mayBeSaved(policy, "http://[fd00:2::]/")).isFalse();
    assertThat(mayBeSaved(policy, "http://[64:ff9b::10.1.0.1]/")).isFalse();
    assertThat(policy.allowed()).extracting(Cidr::toString).contains("10.1.0.0/16", "fd00:1::/32");
  }

  @Test
  void allowing_all_of_one_address_family_does_not_allow_the_other() {
    assertThat(mayBeSaved(SsrfPolicy.allowing("::/0"), "http://[fe80::1]/")).isTrue();
    assertThat(mayBeSaved(SsrfPolicy.allowing("::/0"), "http://10.0.0.1/")).isFalse();
    assertThat(mayBeSaved(SsrfPolicy.allowing("0.0.0.0/0"), "http://10.0.0.1/")).isTrue();
    assertThat(mayBeSaved(SsrfPolicy.allowing("0.0.0.0/0"), "http://[fe80::1]/")).isFalse();
  }

  @Test
  void a_nat64_range_must_be_allowed_as_an_ipv6_range() {
    SsrfPolicy policy = SsrfPolicy.allowing("64:ff9b::a00:0/104");

    assertThat(mayBeSaved(policy, "http://[64:ff9b::10.1.2.3]/")).isTrue();
    assertThat(mayBeSaved(policy, "http://10.1.2.3/")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|has no prefix length",
        "10.0.0.0|has no prefix length",
        "10.0.0.0/|from 0 to 32",
        "10.0.0.0/33|from 0 to 32",
        "10.0.0.0/-1|from 0 to 32",
        "10.0.0.0/08|from 0 to 32",
        "10.0.0.0/8/8|from 0 to 32",
        "10.0.0.0/255.0.0.0|from 0 to 32",
        "10.0.0.1/8|the range is 10.0.0.0/8",
        "10.0/16|not start with an IPv4 or IPv6 address",
        "010.0.0.0/8|not start with an IPv4 or IPv6 address",
        "localhost/8|not start with an IPv4 or IPv6 address",
        "[::1]/128|not start with an IPv4 or IPv6 address",
        "fe80::1%eth0/64|not start with an IPv4 or IPv6 address",
        "fd00::/129|from 0 to 128",
        "fd00::1/8|the range is fd00::/8",
        "::ffff:10.0.0.0/104|write it as IPv4",
        "'10.0.0.0/8,'|has no prefix length"
      })
  void an_invalid_range_is_rejected_with_the_reason(String list, String reason) {
    assertThatThrownBy(() -> SsrfPolicy.allowing(list))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void all_invalid_ranges_are_reported_together() {
    assertThatThrownBy(() -> SsrfPolicy.allowing("10.0.0.0/8,nonsense/1,10.0.0.1/8"))
        .hasMessageContaining("'nonsense/1'")
        .hasMessageContaining("'10.0.0.1/8'");
  }

  @Test
  void the_reason_names_the_address_and_its_range() throws Exception {
    assertThat(RULES.whyBlocked(InetAddress.getByName("169.254.169.254")))
        .contains(
            "169.254.169.254 is in 169.254.0.0/16 (link-local, with clouds' metadata services)");
    assertThat(RULES.whyBlocked(InetAddress.getByName("64:ff9b::a00:1")))
        .contains("64:ff9b::a00:1 is in 10.0.0.0/8 (private) behind 64:ff9b::/96");
  }

  private static boolean mayBeSaved(SsrfPolicy policy, String url) {
    try {
      return policy.whyBlocked(TargetUrl.parse(url)).isEmpty();
    } catch (IllegalArgumentException e) {
      assertThat(e).message().isNotBlank();
      return false;
    }
  }
}
