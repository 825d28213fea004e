package io.taskforge.architecture.broken.unmarked;

/** Lives in a package that does not say what may be null. */
final class InAnUnmarkedPackage {}
