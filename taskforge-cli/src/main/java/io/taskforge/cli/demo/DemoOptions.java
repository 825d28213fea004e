package io.taskforge.cli.demo;

import org.jspecify.annotations.Nullable;

/**
 * The options of a demo.
 *
 * @param db the JDBC URL of a PostgreSQL database, or null for a store in a temporary directory
 * @param keep whether the store's data is kept after the demo
 * @param stay whether the server keeps running after the last story, until the process is stopped
 */
public record DemoOptions(@Nullable String db, boolean keep, boolean stay) {
  /** Omits the URL, which may contain a password. */
  @Override
  public String toString() {
    return "demo on " + (db == null ? "SQLite" : "PostgreSQL");
  }
}
