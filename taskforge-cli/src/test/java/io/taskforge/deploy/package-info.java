/** Tests of the files in {@code deploy/}. */
@NullMarked
package io.taskforge.deploy;

import org.jspecify.annotations.NullMarked;
