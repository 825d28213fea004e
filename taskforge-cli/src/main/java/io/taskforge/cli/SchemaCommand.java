package io.taskforge.cli;

import picocli.CommandLine.Command;

@Command(
    name = "schema",
    description = "Shows the tables that job stores need.",
    synopsisSubcommandLabel = "COMMAND")
final class SchemaCommand {}
