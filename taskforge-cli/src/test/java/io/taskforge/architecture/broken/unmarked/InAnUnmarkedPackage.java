package io.taskforge.architecture.broken.unmarked;

/** Is in a package without {@code @NullMarked}. */
final class InAnUnmarkedPackage {}
