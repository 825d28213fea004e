package io.taskforge.architecture.broken.utils;

/** Is in a package with a meaningless name. */
final class InUtils {}
