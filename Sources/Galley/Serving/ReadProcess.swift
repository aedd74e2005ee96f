import Foundation
import Logging
import MicroHTTP
import PostgreSQL
import ReadAPI

/// The process that phones talk to: it answers from memory, and goes on while the database is away.
struct ReadProcess {
    let options: ServeOptions

    /// Serves until a signal to stop or, when supervised, until the supervisor is gone.
    func run(supervised: Bool) throws {
        let pool = ConnectionPool(
            try DatabaseAddress.reachable(from: options.data).application, size: 2, deadline: .seconds(5))
        let api = ReadAPI(
            pool: pool, snapshotDirectory: options.data + "/snapshot", logger: Logger(label: "galley.read"))
        let listener = ReadListener(
            configuration: .read(host: options.host, port: options.readPort), resolver: api.resolver)
        api.start()
        try listener.start()
        if supervised { Thread.detachNewThread { tellReadiness(of: api) } }
        StopRequest.wait(supervised: supervised)
        listener.stop()
        api.stop()
    }

    /// Tells the supervisor as soon as there is something to serve.
    private func tellReadiness(of api: ReadAPI) {
        while api.release == nil { Thread.sleep(forTimeInterval: 0.05) }
        ReadinessPipe.tell()
    }
}
