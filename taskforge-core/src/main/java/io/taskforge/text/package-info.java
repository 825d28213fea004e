/** Text for people: durations, truncation, and untrusted text made safe to print. */
@NullMarked
package io.taskforge.text;

import org.jspecify.annotations.NullMarked;
