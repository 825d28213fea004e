package io.taskforge.deadletter;

/**
 * What became of the wish to stop a redrive.
 *
 * @param redrive as it stands now; a batch that is on its way is still counted
 * @param stopped false if it had ended before
 */
public record RedriveStop(Redrive redrive, boolean stopped) {}
