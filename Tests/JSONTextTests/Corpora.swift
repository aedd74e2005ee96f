import Foundation
import JSONText
import TestSupport
import Testing

extension Corpora {
    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: directory.appending(path: path)))
    }

    /// Reads a file of one JSON value per line.
    static func rows(_ path: String) throws -> [JSONValue] {
        try bytes(path).split(separator: UInt8(ascii: "\n")).map { try JSONDocument(parsing: Array($0)).root }
    }

    /// Reads the texts of a manifest's rows. Each text is a file, or a line of a bundle, which is a file of many texts.
    struct Texts {
        private var bundles: [String: [String: [UInt8]]] = [:]

        mutating func bytes(of row: JSONValue) throws -> [UInt8] {
            let instance = try #require(row["instance"]?.string)
            guard let bundle = row["bundle"]?.string else { return try Corpora.bytes(instance) }
            if bundles[bundle] == nil {
                var texts: [String: [UInt8]] = [:]
                for entry in try Corpora.rows(bundle) {
                    let encoded = entry["b64"]?.string.flatMap { Data(base64Encoded: $0) }
                    texts[try #require(entry["name"]?.string)] = entry["text"]?.utf8 ?? encoded.map(Array.init)
                }
                bundles[bundle] = texts
            }
            return try #require(bundles[bundle]?[instance])
        }
    }
}

/// Returns the parser's errors for a text, or nil if it is accepted.
func syntaxErrors(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) -> [JSONSyntaxError]? {
    do throws(JSONSyntaxErrors) {
        _ = try JSONDocument(parsing: bytes, limits: limits)
        return nil
    } catch {
        return error.errors
    }
}
