import Console
import Cryptography
import Foundation
import Logging
import MicroHTTP
import PostgreSQL
import Publishing
import ReadAPI

/// The process of the console.
struct ConsoleProcess {
    let options: ServeOptions

    /// Serves until a stop signal or, if supervised, until the supervisor ends.
    func run(supervised: Bool) throws {
        let stop = StopRequest()
        let home = try Home(option: options.home)
        let address = try DatabaseAddress.reachable(from: options.data).application
        let pool = ConnectionPool(address, size: 8, deadline: .seconds(5))
        let stores = Stores(pool: pool, preflight: .readNode)
        let readiness = Readiness(pool: pool, stores: stores, migrator: try Migrator(directory: home.migrations))
        var dependencies = ConsoleDependencies(
            stores: stores, templates: home.templates, assets: home.publicFiles, baseURL: options.consoleURL,
            readBaseURL: options.readURL, signingKey: { try stores.secrets.signingKey { Random.bytes(32) } },
            logger: Logger(label: "galley.console"), now: { .now }, token: { Random.token() },
            isReady: readiness.check, database: address.description)
        dependencies.serviceBaseURL = options.serviceURL
        dependencies.gitNetworks = options.gitNetworks
        dependencies.webhookNetworks = options.webhookNetworks
        let console = try Console(dependencies)
        var configuration = ListenerConfiguration(host: options.host, port: options.port)
        configuration.bodyLimit = Console.largestBody
        if options.consoleURL.hasPrefix("https:") { configuration.defaultFields = SecurityFields.consoleOverHTTPS }
        configuration.trustedProxies = options.trustedProxies
        let metrics = ConsoleMetrics(readiness: readiness)
        let listener = Listener(
            configuration: configuration, logger: Logger(label: "galley.console"), traffic: metrics.traffic,
            bodyLimit: { console.bodyLimit(for: $0) },
            refusalAnswer: { request, refusal in try console.refuse(request, because: refusal) },
            respond: { request in try metrics.answer(request) ?? console.respond(to: request) })
        try listener.start()
        let recorder = FailedSignInRecorder(accounts: stores.accounts)
        recorder.start()
        defer { recorder.stop() }
        let impacts = PeriodicTask("galley.impacts", seconds: 1) { console.advanceImpacts() }
        impacts.start()
        defer { impacts.stop() }
        let reports = PeriodicTask("galley.client-reports", seconds: 1) { console.advanceClientReport() }
        reports.start()
        defer { reports.stop() }
        let clock = ScheduleClock(schedules: stores.schedules, rollouts: stores.rollouts)
        clock.start()
        defer { clock.stop() }
        let webhooks = WebhookDispatch(webhooks: stores.webhooks, networks: options.webhookNetworks)
        webhooks.start()
        defer { webhooks.stop() }
        let indexing = ReferenceIndexing(references: stores.references)
        indexing.start()
        let gracePeriods = GracePeriods(releases: stores.releases)
        gracePeriods.start()
        stop.wait(supervised: supervised)
        listener.stop()
    }
}
