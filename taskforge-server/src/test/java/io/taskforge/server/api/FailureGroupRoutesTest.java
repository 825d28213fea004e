package io.taskforge.server.api;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailureGroupRoutesTest extends RoutesTest {
  private static final String ALL = "/api/v1/failure-groups";

  @ParameterizedTest
  @ValueSource(strings = {"limit=0", "limit=1001", "from=x", "queue=a%20b", "to=x"})
  void an_invalid_filter_is_rejected(String query) {
    server.get(ALL + "?" + query).is(400);
  }
}
