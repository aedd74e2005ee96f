package import Foundation

/// The test data in `../shared/corpora`, beside the repository. A test that needs a missing file is skipped with the
/// trait `.enabled(if: Corpora.contain(…), "…")`.
package enum Corpora {
    /// The folder of the corpora; it may be missing.
    package static let directory = URL(filePath: PackageRoot.path).appending(path: "../shared/corpora")
        .standardizedFileURL

    /// Returns true if a file or folder exists; the path is relative to the folder of the corpora.
    package static func contain(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: directory.appending(path: path).path)
    }

    /// Reads the rows of a file with one JSON value per line.
    package static func read<Row: Decodable>(_ path: String, as type: Row.Type) throws -> [Row] {
        let data = try Data(contentsOf: directory.appending(path: path))
        return try data.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(type, from: $0) }
    }
}
