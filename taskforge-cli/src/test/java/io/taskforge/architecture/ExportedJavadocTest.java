package io.taskforge.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import io.taskforge.server.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every public type of an exported package has Javadoc. The release build checks its form. */
class ExportedJavadocTest {
  private static final Pattern EXPORTED = Pattern.compile("exports ([\\w.]+);");

  @TempDir Path directory;

  @Test
  void every_exported_type_has_javadoc() throws IOException {
    List<Path> modules = Repository.files("src/main/java/module-info.java");
    List<Path> files = new ArrayList<>();
    for (Path module : modules) {
      Path sources = module.resolveSibling("");
      Set<Path> exported =
          EXPORTED
              .matcher(Repository.text(module))
              .results()
              .map(match -> sources.resolve(match.group(1).replace('.', '/')))
              .collect(Collectors.toSet());
      Repository.files(".java").stream()
          .filter(file -> exported.contains(file.resolveSibling("")))
          .forEach(files::add);
    }

    assertThat(modules).hasSizeGreaterThanOrEqualTo(5);
    assertThat(files).hasSizeGreaterThan(300);
    assertThat(undocumented(files)).isEmpty();
  }

  @Test
  void a_type_without_javadoc_is_found_and_a_hidden_one_is_not() throws IOException {
    Path file = directory.resolve("Outer.java");
    Files.writeString(
        file,
        """
        /** Has one. */
        public interface Outer {
          Object ONE = new Object() {};
          record Implicitly(int x) {}
          /** Has one. */
          class Inner {
            private static class Hidden {}
          }
        }
        """);

    assertThat(undocumented(List.of(file))).containsExactly("Outer.java: Implicitly");
  }

  private static List<String> undocumented(List<Path> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> found = new ArrayList<>();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask parser =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
      DocTrees comments = DocTrees.instance(parser);
      for (CompilationUnitTree file : parser.parse()) {
        new PublicTypes(comments, file, found).scan(file, false);
      }
    }
    return found;
  }

  /** Visits public types; its parameter says whether the members of the type are always public. */
  private static final class PublicTypes extends TreePathScanner<Void, Boolean> {
    private final DocTrees comments;
    private final CompilationUnitTree file;
    private final List<String> found;

    PublicTypes(DocTrees comments, CompilationUnitTree file, List<String> found) {
      this.comments = comments;
      this.file = file;
      this.found = found;
    }

    @Override
    public Void visitClass(ClassTree type, Boolean inInterface) {
      Set<Modifier> modifiers = type.getModifiers().getFlags();
      boolean isPublic = inInterface || modifiers.contains(Modifier.PUBLIC);
      if (!isPublic || type.getSimpleName().isEmpty()) { // an anonymous class has no name
        return null;
      }
      if (comments.getDocComment(getCurrentPath()) == null) {
        found.add(
            Path.of(file.getSourceFile().getName()).getFileName() + ": " + type.getSimpleName());
      }
      return super.visitClass(type, type.getKind() == Tree.Kind.INTERFACE);
    }
  }
}
