package io.taskforge.architecture.broken.utils;

/** Lives in a package that says nothing. */
final class InUtils {}
