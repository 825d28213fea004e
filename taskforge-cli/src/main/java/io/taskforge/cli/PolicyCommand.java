package io.taskforge.cli;

import picocli.CommandLine.Command;

@Command(
    name = "policy",
    description = "Lists, shows and checks retry policies.",
    synopsisSubcommandLabel = "COMMAND")
final class PolicyCommand {}
