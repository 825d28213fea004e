package io.taskforge.architecture.broken;

/** Has 13 methods. */
public interface WideInterface {
  void one();

  void two();

  void three();

  void four();

  void five();

  void six();

  void seven();

  void eight();

  void nine();

  void ten();

  void eleven();

  void twelve();

  default void thirteen() {}
}
