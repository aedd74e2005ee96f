import Foundation

/// The cases of a data-file suite: a file of `Cases` with one case per line.
enum DataLines {
    static func read(_ name: String) throws -> [String] {
        let file = Corpora.packageRoot.appending(path: "Tests/SchemaRepositoryTests/Cases/\(name)")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }
}
