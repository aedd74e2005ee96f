import Foundation
import Testing

/// The test corpora beside the repository, if present.
enum Corpora {
    static let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Reads the rows of a JSON-lines file; prints a reason and returns nil if the corpora are missing.
    static func rows<Row: Decodable>(_ name: String, as type: Row.Type) throws -> [Row]? {
        let url = packageRoot.appending(path: "../shared/corpora/\(name)")
        guard let data = try? Data(contentsOf: url) else {
            print("skipped: no \(url.path)")
            return nil
        }
        return try data.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(type, from: $0) }
    }
}
