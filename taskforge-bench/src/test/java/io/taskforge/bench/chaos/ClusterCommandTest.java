package io.taskforge.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterCommandTest {
  @Test
  void only_what_an_earlier_run_has_left_is_deleted(@TempDir Path out) throws IOException {
    List<String> own =
        List.of(
            "nodes/node1/data/base/1",
            "nodes/node3/etcd.pid",
            "cluster.events",
            "w1.12.events",
            "cluster.log",
            "workers.log",
            "report.json",
            "violations.txt");
    List<String> others =
        List.of("notes.txt", "app.log", "my.events", "nodes/plan.txt", "src/report.json");
    for (String name : own) {
      create(out.resolve(name));
    }
    for (String name : others) {
      create(out.resolve(name));
    }

    ClusterCommand.clear(out);

    assertThat(others).allMatch(name -> Files.exists(out.resolve(name)));
    assertThat(own).noneMatch(name -> Files.exists(out.resolve(name)));
    assertThat(out.resolve("nodes/node1")).doesNotExist();
  }

  private static void create(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.createFile(file);
  }
}
