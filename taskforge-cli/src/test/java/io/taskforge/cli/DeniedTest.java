package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests that the server denies because of the API key. */
class DeniedTest {
  private final StubApi api = new StubApi();

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void a_missing_key_is_exit_code_6_and_explains_how_to_create_one() {
    api.on("GET /stats", "401 {\"title\":\"Unauthorized\",\"detail\":\"an API key is required\"}");

    CliRun run = api.run("stats");

    assertThat(run.exitCode()).isEqualTo(6);
    assertThat(run.err().lines())
        .containsExactly(
            "taskforge: an API key is required",
            "  set the variable TASKFORGE_API_KEY to a valid API key",
            "  an operator creates one, for example:"
                + " ./taskforge keys create --tenant acme --scope write");
  }

  @Test
  void an_insufficient_scope_is_exit_code_6_and_names_the_required_scope() {
    api.on(
        "POST /queues/mail/pause",
        "403 {\"title\":\"Forbidden\",\"detail\":\"this needs a key of scope admin\"}");

    CliRun run = api.run("queues", "pause", "mail", "sms");

    assertThat(run.exitCode()).isEqualTo(6);
    assertThat(run.err())
        .contains(
            "this needs a key of scope admin",
            "./taskforge keys create --tenant acme --scope admin");
    assertThat(api.asked()).as("the key allows no other change either").hasSize(1);
  }

  @Test
  void shared_resources_need_a_key_for_all_tenants() {
    api.on("GET /stats", "403 {\"detail\":\"it needs a key that is bound to no tenant\"}");

    assertThat(api.run("stats").err()).contains("keys create --all-tenants --scope");
  }

  @Test
  void a_denied_event_stream_ends_the_command() {
    api.on("GET /events", "401 {\"detail\":\"an API key is required\"}");

    assertThat(api.run("watch").exitCode()).isEqualTo(6);
  }
}
