/** What operators record about failure groups: owner, note and whether a group is muted. */
@NullMarked
package io.taskforge.server.triage;

import org.jspecify.annotations.NullMarked;
