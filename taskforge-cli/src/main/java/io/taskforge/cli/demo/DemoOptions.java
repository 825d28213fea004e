package io.taskforge.cli.demo;

import org.jspecify.annotations.Nullable;

/**
 * What the user of a demo may choose.
 *
 * @param db the JDBC URL of a PostgreSQL database, or null for a store in a temporary directory
 * @param dbUser with dbPassword: who the demo is there, or null where the URL says it
 * @param keep whether the store outlives the demo
 * @param stay whether the server goes on after the last story, until the process is ended
 */
public record DemoOptions(
    @Nullable String db,
    @Nullable String dbUser,
    @Nullable String dbPassword,
    boolean keep,
    boolean stay) {
  /** Never shows the password, nor a URL that may hold one. */
  @Override
  public String toString() {
    return "demo on " + (db == null ? "SQLite" : "PostgreSQL");
  }
}
