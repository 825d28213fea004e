package io.taskforge.job;

/** A fault of a store as a whole, as opposed to one call. */
public enum Outage {
  /** The database cannot be reached, or does not answer. */
  UNREACHABLE("the database cannot be reached", "calls succeed again once it is back"),
  /** The disk is full. */
  DISK_FULL("the disk of the database is full", "free some space, and writes succeed again"),
  /** The database is a standby, or its file system is mounted read-only. */
  READ_ONLY("the database is read-only", "make it writable, or connect to the primary"),
  /** The operating system reports I/O errors. */
  IO_ERROR("the database cannot read or write its files", "check the disk and the file system"),
  /** Stored data is damaged. */
  CORRUPT(
      "the database is corrupt, and stored jobs may be damaged or lost",
      "stop all workers, restore a backup or repair the database, and start them again");

  private final String description;
  private final String advice;

  Outage(String description, String advice) {
    this.description = description;
    this.advice = advice;
  }

  /** What happened, as a clause. Names no host, path or user. */
  public String description() {
    return description;
  }

  /** What an operator can do about it, as a clause. */
  public String advice() {
    return advice;
  }
}
