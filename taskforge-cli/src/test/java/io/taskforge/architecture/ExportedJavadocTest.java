package io.taskforge.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
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
import javax.lang.model.element.Name;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every public type, method and constant of an exported package and of the starters has Javadoc.
 * The release build checks its form.
 */
class ExportedJavadocTest {
  private static final Pattern EXPORTED = Pattern.compile("exports ([\\w.]+);");
  private static final Pattern STARTER =
      Pattern.compile("taskforge-spring-boot-starter[a-z-]*/src/main/java/");

  @TempDir Path directory;

  @Test
  void everything_exported_has_javadoc() throws IOException {
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
    // They are no modules: applications see all their packages.
    List<Path> starters =
        Repository.files(".java").stream()
            .filter(file -> STARTER.matcher(file.toString()).find())
            .toList();
    files.addAll(starters);

    assertThat(starters).hasSizeGreaterThan(20);
    assertThat(modules).hasSizeGreaterThanOrEqualTo(5);
    assertThat(files).hasSizeGreaterThan(300);
    assertThat(undocumented(files)).isEmpty();
  }

  @Test
  void what_has_no_javadoc_is_found_and_what_is_hidden_is_not() throws IOException {
    Path file = directory.resolve("Outer.java");
    Files.writeString(
        file,
        """
        /** Has one. */
        public interface Outer {
          Object ONE = new Object() {};
          void does();
          record Implicitly(int x) {
            public Implicitly {}
          }
          /** Has one. */
          class Inner {
            private static class Hidden {
              public void hidden() {}
            }
            public Inner() {}
            protected void overridable() {}
            void packagePrivate() {}
            private int field;
            @Override
            public String toString() {
              return "";
            }
          }
        }
        """);

    assertThat(undocumented(List.of(file)))
        .containsExactly(
            "Outer.java: ONE",
            "Outer.java: does",
            "Outer.java: Implicitly",
            "Outer.java: <init>",
            "Outer.java: overridable");
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
        new PublicMembers(comments, file, found).scan(file, null);
      }
    }
    return found;
  }

  /** Visits what is public or protected; its parameter is the type around it. */
  private static final class PublicMembers extends TreePathScanner<Void, @Nullable ClassTree> {
    private final DocTrees comments;
    private final CompilationUnitTree file;
    private final List<String> found;

    PublicMembers(DocTrees comments, CompilationUnitTree file, List<String> found) {
      this.comments = comments;
      this.file = file;
      this.found = found;
    }

    @Override
    public Void visitClass(ClassTree type, @Nullable ClassTree outer) {
      if (isHidden(type.getModifiers(), outer) || type.getSimpleName().isEmpty()) {
        return null; // an anonymous class has no name
      }
      check(type.getSimpleName());
      return super.visitClass(type, type);
    }

    @Override
    public Void visitMethod(MethodTree method, @Nullable ClassTree type) {
      ModifiersTree modifiers = method.getModifiers();
      boolean overrides =
          modifiers.getAnnotations().stream()
              .anyMatch(each -> each.getAnnotationType().toString().equals("Override"));
      // The components of a record are in the Javadoc of the record.
      boolean ofRecord =
          type != null
              && type.getKind() == Tree.Kind.RECORD
              && method.getName().contentEquals("<init>");
      if (!overrides && !ofRecord && !isHidden(modifiers, type)) {
        check(method.getName());
      }
      return null;
    }

    @Override
    public Void visitVariable(VariableTree field, @Nullable ClassTree type) {
      boolean listed =
          type != null && (type.getKind() == Tree.Kind.ENUM || type.getKind() == Tree.Kind.RECORD);
      if (!listed && !isHidden(field.getModifiers(), type)) {
        check(field.getName());
      }
      return null;
    }

    private static boolean isHidden(ModifiersTree modifiers, @Nullable ClassTree type) {
      Set<Modifier> flags = modifiers.getFlags();
      boolean inInterface =
          type != null
              && (type.getKind() == Tree.Kind.INTERFACE
                  || type.getKind() == Tree.Kind.ANNOTATION_TYPE);
      return !flags.contains(Modifier.PUBLIC)
          && !flags.contains(Modifier.PROTECTED)
          && (!inInterface || flags.contains(Modifier.PRIVATE));
    }

    private void check(Name name) {
      if (comments.getDocComment(getCurrentPath()) == null) {
        found.add(Path.of(file.getSourceFile().getName()).getFileName() + ": " + name);
      }
    }
  }
}
