package io.taskforge.architecture.broken;

/** Has a name that says nothing. */
final class JobManager {}
