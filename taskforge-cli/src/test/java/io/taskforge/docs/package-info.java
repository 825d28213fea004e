/** The documents, held to what they say. */
@NullMarked
package io.taskforge.docs;

import org.jspecify.annotations.NullMarked;
