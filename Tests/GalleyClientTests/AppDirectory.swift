import Foundation
import GalleyClient

/// The directory of an app, removed after the test, and the clients that use it.
final class AppDirectory: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "galley-client-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes the documents that the app is built with.
    func bundle(_ documents: [String: String]) throws {
        let folder = url.appending(path: "bundled")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (feature, text) in documents {
            try Data(text.utf8).write(to: folder.appending(path: "\(feature).json"))
        }
    }

    /// Creates a client of a server; by default, it knows the server's key.
    func client(
        _ server: SignedServer, keys: [PublicKey]? = nil, version: String = "5.3.1"
    ) throws -> GalleyClient {
        try GalleyClient(
            ClientConfiguration(
                address: URL(fileURLWithPath: "/"), platform: "ios", clientVersion: version, installation: "a",
                keys: keys ?? [server.publicKey], directory: url.appending(path: "kept"),
                bundled: url.appending(path: "bundled"))
        ) { try await server.fetch($0) }
    }
}

extension GalleyClient {
    /// Returns the document of a feature as text.
    func text(_ feature: String) -> String? { document(feature).map { String(decoding: $0, as: UTF8.self) } }
}
