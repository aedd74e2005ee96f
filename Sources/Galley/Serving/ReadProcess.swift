import Foundation
import Logging
import MicroHTTP
import PostgreSQL
import ReadAPI

/// The process of the read API: it answers from memory, even while the database does not answer.
struct ReadProcess {
    let options: ServeOptions

    /// Serves until a stop signal or, if supervised, until the supervisor ends.
    func run(supervised: Bool) throws {
        let stop = StopRequest()
        FreedMemory.returnLargeBlocks()
        let pool = ConnectionPool(
            try DatabaseAddress.reachable(from: options.data).application, size: 2, deadline: .seconds(5))
        let api = ReadAPI(
            pool: pool, snapshotDirectory: options.data + "/snapshot", logger: Logger(label: "galley.read"),
            node: options.node("read", port: options.readPort))
        var configuration = ListenerConfiguration.read(host: options.host, port: options.readPort)
        configuration.trustedProxies = options.trustedProxies
        let listener = ReadListener(configuration: configuration, traffic: api.traffic, resolver: api.resolver)
        api.start()
        try listener.start()
        if supervised { Thread.detachNewThread { tellReadiness(of: api) } }
        stop.wait(supervised: supervised)
        listener.stop()
        api.stop()
    }

    /// Reports to the supervisor that the process is ready, as soon as a snapshot is loaded, even if nothing has been
    /// released.
    private func tellReadiness(of api: ReadAPI) {
        while api.release == nil { Thread.sleep(forTimeInterval: 0.05) }
        ReadinessPipe.tell()
    }
}
