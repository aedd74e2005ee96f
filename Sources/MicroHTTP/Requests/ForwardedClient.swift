import HTTPTypes

/// The client's address as proxies tell it, in `Forwarded` (RFC 7239) or `X-Forwarded-For`.
///
/// Each proxy adds the address it was asked from at the right. So the list is read from the right for as long as the
/// hops are proxies that the operator trusts; whatever stands further left, anybody may have written.
enum ForwardedClient {
    private static let forwarded = HTTPField.Name.constant("Forwarded")
    private static let forwardedFor = HTTPField.Name.constant("X-Forwarded-For")

    /// The first address from the right that is no trusted proxy; the peer's own when the peer is none.
    static func address(peer: String, headers: HTTPFields, trusting proxies: [AddressBlock]) -> String {
        guard let address = IPAddress(peer), isTrusted(address, proxies) else { return peer }
        // A proxy writes one of the two and passes the other on as it came: where both are there, neither is believed.
        let lists = [hops(inForwarded: headers[values: forwarded]), hops(in: headers[values: forwardedFor])]
        let told = lists.filter { !$0.isEmpty }
        guard told.count == 1 else { return address.description }
        var client = address
        for hop in told[0].reversed() {
            guard let next = IPAddress(bare(hop)) else { break }
            client = next
            guard isTrusted(next, proxies) else { break }
        }
        return client.description
    }

    private static func isTrusted(_ address: IPAddress, _ proxies: [AddressBlock]) -> Bool {
        proxies.contains { $0.contains(address) }
    }

    private static func hops(in values: [String]) -> [String] {
        values.flatMap { $0.split(separator: ",") }.map(trimmed)
    }

    /// The `for` of each element; empty where an element has none.
    private static func hops(inForwarded values: [String]) -> [String] {
        values.flatMap { $0.split(separator: ",") }.map { element in
            let pair = element.split(separator: ";").map(trimmed).first { $0.lowercased().hasPrefix("for=") }
            return pair.map { String($0.dropFirst(4)) } ?? ""
        }
    }

    /// An address without quotes, brackets and port.
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
