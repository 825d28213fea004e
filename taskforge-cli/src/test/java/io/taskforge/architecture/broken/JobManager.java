package io.taskforge.architecture.broken;

/** Has a meaningless name. */
final class JobManager {}
