import Foundation
import JSONText

/// Reads files named on the command line; `-` is standard input.
enum InputFile {
    /// Returns the bytes of a document to store in an installation; throws ``CommandError`` if the file is unreadable
    /// or larger than the console allows.
    static func document(_ path: String) throws -> [UInt8] {
        try read(path, limit: JSONLimits.console.maximumBytes)
    }

    /// Returns all bytes; throws ``CommandError`` if the file is unreadable or larger than `limit`.
    static func read(_ path: String, limit: Int = JSONLimits.largestText) throws -> [UInt8] {
        let bytes = try text(path, limit: limit)
        guard bytes.count <= limit else {
            throw CommandError("\(path == "-" ? "standard input" : path) has more than \(limit >> 20) MiB")
        }
        return bytes
    }

    /// Returns the bytes, but at most `limit` + 1, so that the JSON parser refuses a larger file with a diagnostic;
    /// throws ``CommandError`` if the file is unreadable.
    static func text(_ path: String, limit: Int = JSONLimits().maximumBytes) throws -> [UInt8] {
        do {
            let file = try path == "-" ? .standardInput : FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            return Array(try file.read(upToCount: limit + 1) ?? Data())
        } catch {
            guard path != "-" else { throw CommandError("standard input cannot be read") }
            let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            switch kind {
            case nil: throw CommandError("there is no file \(path)")
            case .typeDirectory: throw CommandError("\(path) is a directory")
            default: throw CommandError("\(path) cannot be read")
            }
        }
    }
}
