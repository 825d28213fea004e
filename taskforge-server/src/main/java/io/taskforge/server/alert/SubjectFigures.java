package io.taskforge.server.alert;

/** The figures of one subject at one instant, on which alert rules are evaluated. */
sealed interface SubjectFigures permits QueueFigures, DestinationFigures {
  AlertSubject subject();
}
