/** The contract tests that every job store passes. */
module io.taskforge.store.tck {
  requires transitive io.taskforge.testing;
  requires transitive org.junit.jupiter.api;

  exports io.taskforge.store.tck;

  // The parts of the contract are package-private; JUnit calls their tests by reflection.
  opens io.taskforge.store.tck;
}
