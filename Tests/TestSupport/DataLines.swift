import Foundation

/// Reads files that contain one test case per line.
package enum DataLines {
    /// Returns the lines of a file below `Tests`, without empty ones.
    package static func read(_ path: String) throws -> [String] {
        let file = URL(filePath: PackageRoot.path).appending(path: "Tests/\(path)")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }
}
