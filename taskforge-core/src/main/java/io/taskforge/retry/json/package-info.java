/** Retry policies as JSON: strict reading that reports every fault, and writing. */
@NullMarked
package io.taskforge.retry.json;

import org.jspecify.annotations.NullMarked;
