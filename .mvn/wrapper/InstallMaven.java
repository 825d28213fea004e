import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Installs the pinned Maven: {@code java InstallMaven.java maven.properties HOME}.
 *
 * <p>The zip comes from the first of: the Maven repository that MVNW_REPOURL names; the repository
 * that an installed {@code mvn} is set up for; Apache's release archive. It is unpacked only if its
 * SHA-512 is the pinned one, and moved into place whole, so that an interrupted install leaves
 * nothing behind that looks finished.
 */
class InstallMaven {
  public static void main(String[] args) throws Exception {
    try {
      install(args);
    } catch (IOException e) {
      System.err.println("mvnw: " + (e.getMessage() == null ? e : e.getMessage()));
      System.exit(1);
    }
  }

  private static void install(String[] args) throws Exception {
    Properties pinned = new Properties();
    try (InputStream in = Files.newInputStream(Paths.get(args[0]))) {
      pinned.load(in);
    }
    Path home = Paths.get(args[1]);
    String version = pinned.getProperty("version");
    Files.createDirectories(home.getParent());
    Path work = Files.createTempDirectory(home.getParent(), "installing-");
    try {
      System.out.println("mvnw: installing Maven " + version + " in " + home);
      Path zip = fetch(version, work);
      check(zip, pinned.getProperty("sha512"));
      unzip(zip, work);
      try {
        Files.move(work.resolve("apache-maven-" + version), home, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        // Another mvnw was faster; its copy passed the same check.
        if (!Files.isExecutable(home.resolve("bin/mvn"))) {
          throw e;
        }
      }
    } finally {
      deleteTree(work);
    }
  }

  private static Path fetch(String version, Path work) throws Exception {
    String name = "apache-maven-" + version + "-bin.zip";
    String repository = System.getenv("MVNW_REPOURL");
    if (repository == null || repository.isBlank()) {
      Path copied = work.resolve(name);
      if (copyWithInstalledMaven(version, work) && Files.exists(copied)) {
        return copied;
      }
      return download("https://archive.apache.org/dist/maven/maven-3/" + version + "/binaries/" + name, copied);
    }
    String base = repository.replaceAll("/+$", "");
    return download(base + "/org/apache/maven/apache-maven/" + version + "/" + name, work.resolve(name));
  }

  private static boolean copyWithInstalledMaven(String version, Path work) throws Exception {
    List<String> command =
        List.of(
            "mvn", "-q", "-B",
            "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy",
            "-Dartifact=org.apache.maven:apache-maven:" + version + ":zip:bin",
            "-DoutputDirectory=" + work);
    try {
      return new ProcessBuilder(command).directory(work.toFile()).inheritIO().start().waitFor() == 0;
    } catch (IOException noMavenInstalled) {
      return false;
    }
  }

  private static Path download(String url, Path target) throws Exception {
    System.out.println("mvnw: downloading " + url);
    HttpClient client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
    HttpResponse<Path> answer;
    try {
      answer =
          client.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofFile(target));
    } catch (IOException e) {
      throw new IOException(
          "could not download " + url + " (" + e + "); MVNW_REPOURL may name a Maven repository that can be reached",
          e);
    }
    if (answer.statusCode() != 200) {
      throw new IOException(url + " answered " + answer.statusCode());
    }
    return target;
  }

  private static void check(Path zip, String expected) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-512");
    try (InputStream in = new DigestInputStream(Files.newInputStream(zip), digest)) {
      in.transferTo(java.io.OutputStream.nullOutputStream());
    }
    String actual = HexFormat.of().formatHex(digest.digest());
    if (!actual.equals(expected)) {
      throw new IOException("SHA-512 of " + zip.getFileName() + " is " + actual + ", not the pinned " + expected);
    }
  }

  private static void unzip(Path zip, Path into) throws IOException {
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        Path target = into.resolve(entry.getName()).normalize();
        if (!target.startsWith(into)) {
          throw new IOException("entry outside the archive: " + entry.getName());
        }
        if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else {
          Files.createDirectories(target.getParent());
          Files.copy(in, target);
          if (target.getParent().endsWith("bin")) {
            target.toFile().setExecutable(true, false);
          }
        }
      }
    }
  }

  private static void deleteTree(Path root) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : (Iterable<Path>) paths.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(path);
      }
    }
  }
}
