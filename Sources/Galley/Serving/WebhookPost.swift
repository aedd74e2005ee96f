import Foundation
import MicroHTTP
import Publishing

/// One attempt to post an event, with the distribution's curl.
///
/// The host's name is resolved first, and curl connects to that address only, so that a name cannot lead to a private
/// network between the check and the connection. Redirects are not followed, and proxies are not used.
struct WebhookPost {
    /// The maximum time of an attempt in seconds.
    private static let patience = 10
    /// The default ports of the schemes.
    private static let ports = ["http": 80, "https": 443]

    let attempt: WebhookAttempt
    let allowed: AllowedAddresses

    /// The outcome of an attempt: the HTTP status, nil without an answer; and the reason why the attempt failed, nil if
    /// it succeeded.
    struct Answer {
        var status: Int?
        var fault: String?
    }

    /// Creates the attempt; `networks` are the private networks that the operator allows.
    init(_ attempt: WebhookAttempt, networks: [AddressBlock]) {
        self.attempt = attempt
        allowed = AllowedAddresses(networks: networks)
    }

    /// Posts the event and waits for the answer.
    func run() -> Answer {
        guard let url = URL(string: attempt.address), let host = url.host(percentEncoded: false),
            let scheme = url.scheme?.lowercased(), let port = url.port ?? Self.ports[scheme]
        else { return Answer(fault: "The address cannot be read.") }
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        let address: String
        switch allowed.address(of: bare) {
        case .address(let found): address = found
        case .unknownHost: return Answer(fault: "The host is unknown.")
        case .privateNetwork:
            return Answer(fault: "The host is in a private network; galley serve --webhook-network can allow it.")
        }
        let pinned = address.contains(":") ? "[\(address)]" : address
        return send([
            ("url", attempt.address), ("resolve", "\(host):\(port):\(pinned)"), ("request", "POST"),
            ("proto", "=http,https"), ("noproxy", "*"), ("connect-timeout", "5"), ("max-time", "\(Self.patience)"),
            ("header", "Content-Type: application/json"), ("header", "User-Agent: Galley"),
            ("header", "Galley-Event: \(attempt.event)"), ("header", "Galley-Delivery: \(attempt.delivery)"),
            ("header", "Galley-Timestamp: \(attempt.timestamp)"), ("header", "Galley-Signature: \(attempt.signature)"),
            ("data-binary", String(decoding: attempt.body, as: UTF8.self)), ("output", "/dev/null"),
            ("write-out", "%{http_code}"),
        ])
    }

    /// Runs curl with its options on the standard input, where no other process sees them.
    private func send(_ options: [(name: String, value: String)]) -> Answer {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["curl", "--disable", "--globoff", "--silent", "--config", "-"]
        (process.standardInput, process.standardOutput) = (input, output)
        process.standardError = FileHandle.nullDevice
        let lines = options.map { "\($0.name) = \"\(Self.quoted($0.value))\"" }.joined(separator: "\n") + "\n"
        do {
            try process.run()
            try input.fileHandleForWriting.write(contentsOf: Data(lines.utf8))
            try input.fileHandleForWriting.close()
            let written = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            let status = Int(String(decoding: written, as: UTF8.self)) ?? 0
            guard process.terminationStatus == 0, status > 0 else {
                return Answer(status: status > 0 ? status : nil, fault: Self.fault(process.terminationStatus))
            }
            return Answer(status: status, fault: (200..<300).contains(status) ? nil : "The answer was \(status).")
        } catch {
            return Answer(fault: "curl cannot be run: \(error)")
        }
    }

    private static func fault(_ status: Int32) -> String {
        switch status {
        case 3: "The address cannot be read."
        case 5, 6, 49: "The host is unknown."
        case 7: "No connection could be made."
        case 28: "The host did not answer in time."
        case 1, 8, 27, 43, 56, 61, 63: "The answer could not be read."
        case 35: "No secure connection could be made."
        case 51, 60: "The certificate cannot be verified."
        case 52, 55: "The connection was closed without an answer."
        case 127: "curl is not installed."
        default: "The post failed (curl \(status))."
        }
    }

    /// Returns a value quoted as in curl's configuration files.
    private static func quoted(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            .replacing("\r", with: "\\r").replacing("\t", with: "\\t")
    }
}
