package io.taskforge.server.http;

/** The heap that requests may take. Separate, so that slow readers of lists don't block jobs. */
record HeapBudgets(HeapBudget lists, HeapBudget work) {
  static HeapBudgets ofThisProcess() {
    long heap = Runtime.getRuntime().maxMemory();
    return new HeapBudgets(
        new HeapBudget(heap, Limits.HEAP_WAIT), new HeapBudget(heap, Limits.HEAP_WAIT));
  }

  HeapBudget of(Route route) {
    return route.method().equals("GET") ? lists : work;
  }
}
