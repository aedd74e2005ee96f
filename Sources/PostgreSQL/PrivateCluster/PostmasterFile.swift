import Foundation

/// The state of a running PostgreSQL from `postmaster.pid` (PostgreSQL manual, 73.1).
struct PostmasterFile: Sendable, Hashable {
    let processID: pid_t
    let port: String
    let socketDirectory: String
    /// True if PostgreSQL accepts connections.
    let isReady: Bool

    /// Reads the file of a data directory; nil if it is missing or incomplete.
    init?(ofData path: String) {
        guard let text = Files.text(Self.path(inData: path)) else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard lines.count >= 5, let processID = pid_t(lines[0]), processID > 0 else { return nil }
        self.processID = processID
        port = lines[3]
        socketDirectory = lines[4]
        isReady = lines.count >= 8 && lines[7] == "ready"
    }

    static func path(inData path: String) -> String { path + "/postmaster.pid" }
}
