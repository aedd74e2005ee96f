package import Foundation

/// The test corpora beside the repository, if present.
package enum Corpora {
    /// The folder of the corpora.
    package static let directory = URL(filePath: PackageRoot.path).appending(path: "../shared/corpora")
        .standardizedFileURL

    /// Reads the rows of a JSON-lines file; prints a reason and returns nil if the corpora are missing.
    package static func read<Row: Decodable>(_ name: String, as type: Row.Type) throws -> [Row]? {
        let url = directory.appending(path: name)
        guard let data = try? Data(contentsOf: url) else {
            print("Skipped: \(url.path) is missing")
            return nil
        }
        return try data.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(type, from: $0) }
    }
}
