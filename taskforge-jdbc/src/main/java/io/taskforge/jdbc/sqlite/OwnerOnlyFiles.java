package io.taskforge.jdbc.sqlite;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps files and directories accessible to their owner only: modes 0600 and 0700, whatever the
 * umask. Does nothing on file systems without POSIX permissions.
 */
final class OwnerOnlyFiles {
  private static final Logger LOG = LoggerFactory.getLogger(OwnerOnlyFiles.class);
  private static final Set<PosixFilePermission> OWNERS =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private final List<String> restricted = new ArrayList<>();

  /** Creates the missing directories. */
  void makeDirectories(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, mode(directory, "rwx------"));
    }
  }

  /** Creates the file if it is missing. */
  void makeFile(Path file) throws IOException {
    try {
      Files.createFile(file, mode(file, "rw-------"));
    } catch (FileAlreadyExistsException e) {
      restrict(file);
    }
  }

  private static FileAttribute<?>[] mode(Path path, String mode) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))
        }
        : new FileAttribute<?>[0];
  }

  /** Removes the permissions of other users from a file or directory, if it exists. */
  void restrict(Path path) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
    if (view == null || !Files.exists(path)) {
      return;
    }
    Set<PosixFilePermission> before = view.readAttributes().permissions();
    if (OWNERS.containsAll(before)) {
      return;
    }
    Set<PosixFilePermission> after = EnumSet.copyOf(OWNERS);
    after.retainAll(before);
    String had = "%s (mode %s)".formatted(path, PosixFilePermissions.toString(before));
    try {
      view.setPermissions(after);
    } catch (IOException e) {
      throw notOwned(had, view, e);
    }
    if (OWNERS.containsAll(view.readAttributes().permissions())) {
      restricted.add(had);
    } else {
      // Some mounts, such as those of Windows drives, report one mode for all files and ignore
      // changes.
      LOG.warn("{} is accessible to other users; its file system does not keep modes", had);
    }
  }

  private static IOException notOwned(String path, PosixFileAttributeView view, IOException e)
      throws IOException {
    return new IOException(
        ("%s is accessible to other users, and its mode cannot be changed: it is owned by %s;"
                + " use a directory that belongs to this user, or change the mode as its owner")
            .formatted(path, view.getOwner().getName()),
        e);
  }

  /** Logs, in one line, the paths that were accessible to other users. */
  void log() {
    if (!restricted.isEmpty()) {
      LOG.warn(
          "accessible to other users, now restricted to the owner: {}",
          String.join(", ", restricted));
    }
  }
}
