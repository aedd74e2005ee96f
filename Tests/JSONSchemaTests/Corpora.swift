import Foundation
import JSONText
import TestSupport

extension Corpora {
    /// The JSON files below a folder, sorted by path.
    static func files(in folder: URL) -> [URL] {
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let all = found?.compactMap { $0 as? URL } ?? []
        return all.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
    }

    static func document(at url: URL) throws -> JSONDocument {
        try JSONDocument(parsing: [UInt8](Data(contentsOf: url)))
    }
}
