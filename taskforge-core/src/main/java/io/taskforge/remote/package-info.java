/** Workers in other processes and languages: they claim jobs, extend leases and report results. */
@NullMarked
package io.taskforge.remote;

import org.jspecify.annotations.NullMarked;
