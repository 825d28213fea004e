package io.taskforge.bench.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * One thing that a program did to the files of a directory. {@code record-writes.c}, which is
 * compiled when it is needed, records them.
 *
 * @param file the number of the file; another file that gets the same name has another number
 * @param name the name of the file, or an empty text where the number is enough
 * @param offset of a write, or the new length of a truncated file
 * @param data that was written; the new name, for a renamed file
 */
@SuppressWarnings("ArrayRecordComponent") // there are very many of them, and none is compared
record DiskRecord(Operation operation, int file, String name, long offset, byte[] data) {
  private static final int HEADER = 24;
  private static final int COMPILED_WITHIN_SECONDS = 60;

  /** In the order of the numbers in {@code record-writes.c}, from 1. */
  enum Operation {
    CREATED,
    WRITTEN,
    TRUNCATED,
    SYNCED,
    DIRECTORY_SYNCED,
    UNLINKED,
    RENAMED
  }

  /** Compiles the library that records, and returns its path. */
  static Path compileRecorder(Path directory) throws IOException, InterruptedException {
    Path source = directory.resolve("record-writes.c");
    try (InputStream in =
        Objects.requireNonNull(DiskRecord.class.getResourceAsStream("record-writes.c"))) {
      Files.write(source, in.readAllBytes());
    }
    Path library = directory.resolve("record-writes.so");
    Path log = directory.resolve("cc.log");
    Process compiler =
        new ProcessBuilder(
                "cc",
                "-O1",
                "-shared",
                "-fPIC",
                "-o",
                library.toString(),
                source.toString(),
                "-ldl",
                "-lpthread")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (!compiler.waitFor(COMPILED_WITHIN_SECONDS, TimeUnit.SECONDS)) {
      compiler.destroyForcibly();
    }
    if (compiler.waitFor() != 0) {
      throw new IOException("could not compile %s; see %s".formatted(source, log));
    }
    return library;
  }

  /** The environment of a program that is recorded. */
  static Map<String, String> environment(Path recorder, Path directory, Path record) {
    return Map.of(
        "LD_PRELOAD",
        recorder.toString(),
        "TASKFORGE_RECORDED",
        directory.toString(),
        "TASKFORGE_RECORD",
        record.toString());
  }

  /** Reads all records of a program. */
  static List<DiskRecord> read(Path file) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
    List<DiskRecord> records = new ArrayList<>();
    while (bytes.remaining() >= HEADER) {
      Operation operation = Operation.values()[bytes.getInt() - 1];
      int number = bytes.getInt();
      long offset = bytes.getLong();
      byte[] path = new byte[bytes.getInt()];
      byte[] data = new byte[bytes.getInt()];
      bytes.get(path).get(data);
      String name = new String(path, StandardCharsets.UTF_8);
      records.add(
          new DiskRecord(
              operation, number, name.substring(name.lastIndexOf('/') + 1), offset, data));
    }
    return records;
  }
}
