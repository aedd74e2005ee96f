import Foundation

/// The cases of a data-file suite: a file with one case a line.
package enum DataLines {
    /// The lines of a file below `Tests`.
    package static func read(_ path: String) throws -> [String] {
        let file = URL(filePath: PackageRoot.path).appending(path: "Tests/\(path)")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }
}
