import ArgumentParser

/// The command line of Galley with all commands.
struct Galley: ParsableCommand {
    /// The version of Galley's interfaces, which the OpenAPI documents state too.
    static let version = "1"

    static let configuration = CommandConfiguration(
        commandName: "galley",
        abstract: "The admin console for server-driven UI and forms.",
        discussion: """
            Exit status: 0 if done or valid, 1 if refused or invalid, 2 if the command could not run (wrong usage, \
            unusable input, no database) or the answer cannot be written. galley --version prints the version.
            """,
        subcommands: [
            ServeCommand.self,
            MigrateCommand.self,
            ValidateCommand.self,
            EditionsCommand.self,
            PreviewCommand.self,
            DiffCommand.self,
            FeaturesCommand.self,
            SearchCommand.self,
            ReviewsCommand.self,
            ReleaseCommand.self,
            SchedulesCommand.self,
            RolloutsCommand.self,
            OptionListsCommand.self,
            SchemasCommand.self,
            ClientsCommand.self,
            AccountCommand.self,
            TokensCommand.self,
            KeysCommand.self,
            LinksCommand.self,
            NodesCommand.self,
            WebhooksCommand.self,
            AuditCommand.self,
            VersionsCommand.self,
            BowtieCommand.self,
        ])
}
