package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;

/** A response of the server. */
public final class Answer {
  private final HttpResponse<String> response;

  Answer(HttpResponse<String> response) {
    this.response = response;
  }

  public int status() {
    return response.statusCode();
  }

  public String text() {
    return response.body();
  }

  public String header(String name) {
    return response.headers().firstValue(name).orElse("");
  }

  public JsonNode json() {
    return Json.read(response.body());
  }

  /** The value at a JSON pointer, as text. */
  public String at(String pointer) {
    JsonNode node = json().at(pointer);
    return node.isString() ? node.stringValue() : node.toString();
  }

  /** Checks the status; the failure message shows the response. */
  public Answer is(int status) {
    assertThat(response.statusCode())
        .as("%s answered %s", response.request().uri(), response.body())
        .isEqualTo(status);
    return this;
  }
}
