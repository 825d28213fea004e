package io.taskforge.deadletter;

/**
 * The result of stopping a redrive.
 *
 * @param redrive the redrive after the call; a batch in progress is still counted
 * @param stopped false if it had already ended
 */
public record RedriveStop(Redrive redrive, boolean stopped) {}
