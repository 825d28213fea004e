/** For tests of Spring applications: jobs in memory and a clock that the test moves. */
@NullMarked
package io.taskforge.spring.test;

import org.jspecify.annotations.NullMarked;
