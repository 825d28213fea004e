/** For users' tests, and the contract that every store passes. */
module io.taskforge.testing {
  requires transitive io.taskforge.core;
  requires transitive org.assertj.core;
  requires transitive org.junit.jupiter.api;

  exports io.taskforge.testing;
  exports io.taskforge.testing.contract;

  // The contract's parts are package-private; JUnit calls their tests by reflection.
  opens io.taskforge.testing.contract;
}
