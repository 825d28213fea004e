package io.taskforge.engine;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/** Virtual threads, reached by name, because the code is compiled for Java 17. */
final class VirtualThreads {
  private VirtualThreads() {}

  /** Returns a factory of virtual threads, or empty where the JDK has none. */
  static Optional<ThreadFactory> factory(String name) {
    try {
      Class<?> builder = Class.forName("java.lang.Thread$Builder");
      Class<?> ofVirtual = Class.forName("java.lang.Thread$Builder$OfVirtual");
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      MethodHandle make =
          lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(ofVirtual));
      MethodHandle named =
          lookup.findVirtual(builder, "name", MethodType.methodType(builder, String.class));
      MethodHandle inherit =
          lookup.findVirtual(
              builder,
              "inheritInheritableThreadLocals",
              MethodType.methodType(builder, boolean.class));
      MethodHandle factory =
          lookup.findVirtual(builder, "factory", MethodType.methodType(ThreadFactory.class));
      Object virtual = inherit.invoke(named.invoke(make.invoke(), name), false);
      return Optional.of((ThreadFactory) factory.invoke(virtual));
    } catch (Throwable noVirtualThreads) { // MethodHandle.invoke declares Throwable
      return Optional.empty();
    }
  }
}
