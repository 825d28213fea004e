/** Tests that the documents are correct: code, commands, output and links. */
@NullMarked
package io.taskforge.docs;

import org.jspecify.annotations.NullMarked;
