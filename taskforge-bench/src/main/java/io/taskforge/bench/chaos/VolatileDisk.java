package io.taskforge.bench.chaos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A disk that may forget what was not synced. A sync of a file makes its content durable, and a
 * sync of the directory the names of files. When the power is cut, any part of the rest may have
 * reached the disk: writes in any order, each sector of a write independently, and some of the last
 * creations, renames and deletions of files, in their order.
 */
final class VolatileDisk {
  private final Map<Integer, DiskFile> files = new HashMap<>();
  private final Map<String, Integer> names = new HashMap<>();
  private final List<DiskRecord> unsyncedNames = new ArrayList<>();
  private final boolean ignoreSyncs;

  /**
   * Creates an empty disk.
   *
   * @param ignoreSyncs whether nothing ever becomes durable
   */
  VolatileDisk(boolean ignoreSyncs) {
    this.ignoreSyncs = ignoreSyncs;
  }

  private static final class DiskFile {
    private byte[] durable = new byte[0];
    private final List<DiskRecord> unsynced = new ArrayList<>();
  }

  /** How much of what was not synced survives a power cut. */
  enum Survivors {
    NOTHING,
    /** All that was written before a moment, in the order of the writes. */
    PREFIX,
    /** Any writes, each sector of 512 bytes independently. */
    SECTORS,
    /** Any writes, each block of 4096 bytes independently. */
    BLOCKS,
    EVERYTHING;

    private int pieceSize() {
      return this == SECTORS ? 512 : 4096;
    }
  }

  /** Does what the program did. */
  void apply(DiskRecord record) {
    switch (record.operation()) {
      case WRITTEN, TRUNCATED -> file(record.file()).unsynced.add(record);
      case SYNCED -> {
        if (!ignoreSyncs) {
          DiskFile file = file(record.file());
          file.unsynced.forEach(each -> file.durable = changed(file.durable, each));
          file.unsynced.clear();
        }
      }
      case CREATED, UNLINKED, RENAMED -> unsyncedNames.add(record);
      case DIRECTORY_SYNCED -> {
        if (!ignoreSyncs) {
          unsyncedNames.forEach(each -> rename(names, each));
          unsyncedNames.clear();
        }
      }
    }
  }

  private DiskFile file(int number) {
    return files.computeIfAbsent(number, created -> new DiskFile());
  }

  private static void rename(Map<String, Integer> names, DiskRecord record) {
    switch (record.operation()) {
      case CREATED -> names.put(record.name(), record.file());
      case UNLINKED -> names.remove(record.name());
      default -> {
        Integer file = names.remove(record.name());
        if (file != null) {
          String target = new String(record.data(), StandardCharsets.UTF_8);
          names.put(target.substring(target.lastIndexOf('/') + 1), file);
        }
      }
    }
  }

  private static byte[] changed(byte[] content, DiskRecord record) {
    if (record.operation() == DiskRecord.Operation.TRUNCATED) {
      return Arrays.copyOf(content, (int) record.offset());
    }
    return written(content, record, 0, record.data().length);
  }

  private static byte[] written(byte[] content, DiskRecord record, int from, int to) {
    int start = (int) record.offset();
    byte[] larger = content.length < start + to ? Arrays.copyOf(content, start + to) : content;
    System.arraycopy(record.data(), from, larger, start + from, to - from);
    return larger;
  }

  /** Writes the wanted files to a directory, as they are after a power cut. */
  void cut(Survivors survivors, SplittableRandom random, Path directory, List<String> wanted)
      throws IOException {
    Map<String, Integer> kept = new HashMap<>(names);
    int count =
        switch (survivors) {
          case NOTHING -> 0;
          case EVERYTHING -> unsyncedNames.size();
          default -> random.nextInt(unsyncedNames.size() + 1);
        };
    unsyncedNames.subList(0, count).forEach(each -> rename(kept, each));
    for (String name : wanted) {
      Integer file = kept.get(name);
      if (file != null) {
        Path path = Files.write(directory.resolve(name), content(file(file), survivors, random));
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
      }
    }
  }

  private static byte[] content(DiskFile file, Survivors survivors, SplittableRandom random) {
    byte[] content = file.durable.clone();
    List<DiskRecord> unsynced = file.unsynced;
    if (survivors == Survivors.NOTHING) {
      return content;
    }
    if (survivors == Survivors.EVERYTHING || survivors == Survivors.PREFIX) {
      boolean all = survivors == Survivors.EVERYTHING;
      int count = all ? unsynced.size() : random.nextInt(unsynced.size() + 1);
      for (DiskRecord each : unsynced.subList(0, count)) {
        content = changed(content, each);
      }
      return content;
    }
    double share = random.nextDouble();
    for (DiskRecord each : unsynced) {
      if (each.operation() == DiskRecord.Operation.TRUNCATED) {
        content = random.nextBoolean() ? changed(content, each) : content;
      } else {
        content = pieces(content, each, survivors.pieceSize(), share, random);
      }
    }
    return content;
  }

  private static byte[] pieces(
      byte[] content, DiskRecord write, int size, double share, SplittableRandom random) {
    byte[] result = content;
    int from = 0;
    while (from < write.data().length) {
      // Pieces end where those of the disk do.
      int to = (int) Math.min(write.data().length, from + size - (write.offset() + from) % size);
      if (random.nextDouble() < share) {
        result = written(result, write, from, to);
      }
      from = to;
    }
    return result;
  }
}
