import HTTPTypes

/// The client's address as proxies report it in `Forwarded` (RFC 7239) or `X-Forwarded-For`.
///
/// Each proxy appends the address of its own peer. So the list is read from the right as long as the hops are trusted
/// proxies; anything further left may be forged.
struct ForwardedClient {
    /// The address as text, without a port.
    let address: String
    /// True if a trusted proxy passed on both fields, so that `address` is the proxy's own.
    let isAmbiguous: Bool

    private static let forwarded = HTTPField.Name.constant("Forwarded")
    private static let forwardedFor = HTTPField.Name.constant("X-Forwarded-For")

    /// Finds the first address from the right that is not a trusted proxy, beginning with the peer's own. An entry that
    /// is not an address, and the beginning of the list, end the search: the last trusted proxy is the client. The peer
    /// is the client if there is no list or there are two.
    init(peer: String, headers: HTTPFields, trusting proxies: [AddressBlock]) {
        guard let address = IPAddress(peer), Self.isTrusted(address, proxies) else {
            (self.address, isAmbiguous) = (peer, false)
            return
        }
        // A proxy sets one of the two fields and passes the other on unchanged, so if both are present, neither is
        // trusted.
        let lists = [
            Self.hops(inForwarded: headers[values: Self.forwarded]), Self.hops(in: headers[values: Self.forwardedFor]),
        ]
        let given = lists.filter { !$0.isEmpty }
        guard given.count == 1 else {
            (self.address, isAmbiguous) = (address.description, given.count > 1)
            return
        }
        var client = address
        for hop in given[0].reversed() {
            guard let next = IPAddress(Self.bare(hop)) else { break }
            client = next
            guard Self.isTrusted(next, proxies) else { break }
        }
        (self.address, isAmbiguous) = (client.description, false)
    }

    private static func isTrusted(_ address: IPAddress, _ proxies: [AddressBlock]) -> Bool {
        proxies.contains { $0.contains(address) }
    }

    private static func hops(in values: [String]) -> [String] {
        values.flatMap { $0.split(separator: ",") }.map(trimmed)
    }

    /// Returns the `for` value of each element; empty for an element without one.
    private static func hops(inForwarded values: [String]) -> [String] {
        values.flatMap { $0.split(separator: ",") }.map { element in
            let pair = element.split(separator: ";").map(trimmed).first { $0.lowercased().hasPrefix("for=") }
            return pair.map { String($0.dropFirst(4)) } ?? ""
        }
    }

    /// Returns an address without quotes, brackets and port.
    private static func bare(_ hop: String) -> String {
        let text = hop.filter { $0 != "\"" }
        if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
        return text.filter { $0 == ":" }.count == 1 ? String(text.prefix { $0 != ":" }) : text
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
