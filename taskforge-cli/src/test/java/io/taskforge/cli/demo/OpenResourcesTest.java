package io.taskforge.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenResourcesTest {
  private final List<String> closed = new ArrayList<>();
  private final OpenResources open = new OpenResources();

  @Test
  void resources_are_closed_once_in_reverse_order() {
    open.add(() -> closed.add("first"));
    open.add(() -> closed.add("second"));

    open.close();
    open.close();

    assertThat(closed).containsExactly("second", "first");
  }

  @Test
  void a_resource_that_cannot_be_closed_does_not_keep_others_open() {
    open.add(() -> closed.add("first"));
    open.add(
        () -> {
          throw new IllegalStateException("stuck");
        });

    open.close();

    assertThat(closed).containsExactly("first");
  }

  @Test
  void a_resource_that_is_added_after_closing_is_closed_immediately() {
    open.close();

    open.add(() -> closed.add("late"));

    assertThat(closed).containsExactly("late");
    assertThat(open.isClosed()).isTrue();
  }
}
