package io.taskforge.server.api;

import io.taskforge.job.DeadLetter;
import io.taskforge.job.DeadLetterStay;
import io.taskforge.json.strict.Json;
import io.taskforge.server.http.Schema;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of a job's stay in a dead letter queue that has ended. */
final class DeadLetterStayJson {
  static final Schema SCHEMA =
      Schema.object("DeadLetterStay")
          .required("dlq_reason", Schema.text(), "why it was dead-lettered")
          .required("moved_from_queue", Schema.text(), "the queue that it came from")
          .required("dead_letter_queue", Schema.text(), "the dead letter queue")
          .required("moved_at", Schema.time(), "when it was dead-lettered")
          .required("ended_at", Schema.time(), "when the stay ended")
          .required(
              "ended_how",
              Schema.oneOf((Object[]) DeadLetterStay.End.values()),
              "REDRIVEN to a queue, or DELETED: cancelled")
          .required(
              "ended_by",
              Schema.text().orNull(),
              "who ended it: the id of an API key, or local; null if not known")
          .required("end_reason", Schema.text().orNull(), "the reason that was given");

  private DeadLetterStayJson() {}

  static ObjectNode of(DeadLetterStay stay) {
    DeadLetter letter = stay.letter();
    return Json.object()
        .put("dlq_reason", letter.reason())
        .put("moved_from_queue", letter.movedFrom().value())
        .put("dead_letter_queue", stay.queue().value())
        .put("moved_at", JobJson.time(letter.movedAt()))
        .put("ended_at", JobJson.time(stay.endedAt()))
        .put("ended_how", stay.end().name())
        .put("ended_by", stay.note().by())
        .put("end_reason", stay.note().reason());
  }
}
