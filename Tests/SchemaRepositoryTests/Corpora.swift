import Foundation
import Testing

/// The test corpora, which lie beside the repository when they are at hand.
enum Corpora {
    static let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The rows of a JSON-lines file, or nil (with the reason printed) where the corpora are absent.
    static func rows<Row: Decodable>(_ name: String, as type: Row.Type) throws -> [Row]? {
        let url = packageRoot.appending(path: "../shared/corpora/\(name)")
        guard let data = try? Data(contentsOf: url) else {
            print("skipped: no \(url.path)")
            return nil
        }
        return try data.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(type, from: $0) }
    }
}
