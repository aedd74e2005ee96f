/// The reason why a listener did not start; the description is written for operators.
package enum ListenerError: Error, Sendable, Equatable, CustomStringConvertible {
    case portOutOfRange(Int)
    case unknownHost(String)
    case portInUse(host: String, port: Int)
    case cannotListen(host: String, port: Int, reason: String)

    package var description: String {
        switch self {
        case .portOutOfRange(let port): "port \(port) is not between 1 and 65535"
        case .unknownHost(let host): "the address \(host) cannot be resolved"
        case .portInUse(let host, let port): "port \(port) on \(host) is in use by another program"
        case .cannotListen(let host, let port, let reason): "cannot listen on \(host), port \(port): \(reason)"
        }
    }
}
