import Foundation
import Logging
import MicroHTTP
import PostgreSQL
import Preview
import ReadAPI

/// The process of the requests that wait, carry a body or need the database.
struct ServiceProcess {
    let options: ServeOptions

    /// Serves until a stop signal or, if supervised, until the supervisor ends.
    func run(supervised: Bool) throws {
        let stop = StopRequest()
        FreedMemory.returnLargeBlocks()
        let logger = Logger(label: "galley.service")
        let pool = ConnectionPool(
            try DatabaseAddress.reachable(from: options.data).application, size: 4, deadline: .seconds(5))
        let stepper = try FormStepper(templates: Home(option: options.home).templates)
        let api = ServiceAPI(
            pool: pool, snapshotDirectory: options.data + "/service-snapshot", logger: logger,
            node: options.node("service", port: options.servicePort),
            answerStep: { step, document, languages, work in
                stepper.answer(
                    to: step.page, data: step.data, in: document, languages: languages.tags,
                    refused: languages.refused, work: work)
            })
        var configuration = ListenerConfiguration.service(host: options.host, port: options.servicePort)
        configuration.trustedProxies = options.trustedProxies
        let listener = Listener(
            configuration: configuration, logger: logger, traffic: api.traffic, router: api.router)
        api.start()
        try listener.start()
        if supervised { Thread.detachNewThread { tellReadiness(of: api) } }
        stop.wait(supervised: supervised)
        // Ends the waiting requests first, because stopping the listener waits until every request has its answer.
        api.stop()
        listener.stop()
    }

    /// Reports to the supervisor that the process is ready, as soon as a snapshot is loaded, even if nothing has been
    /// released.
    private func tellReadiness(of api: ServiceAPI) {
        while api.release == nil { Thread.sleep(forTimeInterval: 0.05) }
        ReadinessPipe.tell()
    }
}
