/// Checks that a listener could use a port, before anything is started.
package enum PortProbe {
    /// Binds the port without sharing it, and releases it.
    ///
    /// - Throws: `ListenerError`; its description names the obstacle.
    package static func check(host: String, port: Int) throws(ListenerError) {
        try ListeningSocket.check(host: host, port: port)
    }
}
