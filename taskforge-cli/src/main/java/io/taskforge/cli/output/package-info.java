/** How commands print: tables, records, colours and progress bars. */
@NullMarked
package io.taskforge.cli.output;

import org.jspecify.annotations.NullMarked;
