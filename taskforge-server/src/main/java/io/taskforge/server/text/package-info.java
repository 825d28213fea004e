/** Names of headers and fields whose values are secrets. */
@NullMarked
package io.taskforge.server.text;

import org.jspecify.annotations.NullMarked;
