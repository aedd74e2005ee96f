import ArgumentParser

/// The command that serves: it supervises the console, the read process and the private PostgreSQL, if any; or runs one
/// role alone.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the console and the read API.",
        discussion: "Without DATABASE_URL it creates and runs a private PostgreSQL in --data.")

    @OptionGroup var options: ServeOptions
    @Option(help: "Run only one process: console or read.") var role: ProcessRole?
    @Flag(help: "Load the demo features into an installation without features.") var demo = false
    @Flag(help: .private) var supervised = false

    func run() throws {
        StandardStreams.prepare()
        try ServeOptions.startLogging()
        defer { LogWriter.standardError.flush(seconds: 1) }
        switch role {
        case nil: try Serving(options: options, demo: demo).run()
        case .console: try ConsoleProcess(options: options).run(supervised: supervised)
        case .read: try ReadProcess(options: options).run(supervised: supervised)
        case .service:
            throw CommandError(
                "there is no service process yet: everything is served by the console and read processes")
        }
    }
}
