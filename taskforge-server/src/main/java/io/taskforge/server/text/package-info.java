/** Text from outside, made safe to keep and to show. */
@NullMarked
package io.taskforge.server.text;

import org.jspecify.annotations.NullMarked;
