package io.taskforge.architecture.broken;

/** Has nine components. */
record WideRecord(int a, int b, int c, int d, int e, int f, int g, int h, int i) {}
