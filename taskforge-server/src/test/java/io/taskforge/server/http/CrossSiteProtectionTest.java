package io.taskforge.server.http;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrossSiteProtectionTest {
  private static void check(String method, @Nullable String origin, @Nullable String site) {
    CrossSiteProtection.checkOrigin(method, "localhost:8080", origin, site);
  }

  @ParameterizedTest
  @CsvSource({
    "https://evil.example, ",
    "http://localhost:9090, ",
    "http://localhost, ",
    "null, ",
    ", cross-site",
    ", same-site",
    "http://localhost:8080, cross-site"
  })
  void cross_site_requests_are_rejected(@Nullable String origin, @Nullable String site) {
    for (String method : new String[] {"POST", "PUT", "DELETE"}) {
      assertThatThrownBy(() -> check(method, origin, site)).isInstanceOf(Problem.class);
    }
    assertThatCode(() -> check("GET", origin, site)).doesNotThrowAnyException();
  }

  @Test
  void same_origin_requests_and_programs_are_accepted() {
    assertThatCode(() -> check("POST", null, null)).doesNotThrowAnyException();
    assertThatCode(() -> check("POST", null, "none")).doesNotThrowAnyException();
    assertThatCode(() -> check("POST", "http://localhost:8080", "same-origin"))
        .doesNotThrowAnyException();
  }
}
