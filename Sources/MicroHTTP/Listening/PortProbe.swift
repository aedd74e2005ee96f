/// Finds out whether a listener could have a port, before anything is started.
package enum PortProbe {
    /// Binds the port without sharing it, and lets go of it.
    ///
    /// - Throws: `ListenerError`, whose description names the port and what is in the way.
    package static func check(host: String, port: Int) throws(ListenerError) {
        try ListeningSocket.check(host: host, port: port)
    }
}
