import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPURLResponse {
    /// The time of the field `Retry-After`; nil without the field and if it is not a number of seconds, such as a date.
    var retryAfter: Duration? {
        guard let field = value(forHTTPHeaderField: "Retry-After"), let seconds = UInt32(field) else { return nil }
        return .seconds(seconds)
    }
}
