import Foundation
import JSONText

/// A file named at the command line; `-` is standard input.
enum InputFile {
    /// All its bytes; throws ``CommandError`` when it cannot be read, or has more bytes than `limit`.
    static func read(_ path: String, limit: Int = JSONLimits.largestText) throws -> [UInt8] {
        let bytes = try text(path, limit: limit)
        guard bytes.count <= limit else {
            throw CommandError("\(path == "-" ? "standard input" : path) has more than \(limit >> 20) MiB")
        }
        return bytes
    }

    /// Its bytes, of a file larger than `limit` one more than that, so that the reader of JSON refuses it with a
    /// diagnostic; throws ``CommandError`` when it cannot be read.
    static func text(_ path: String, limit: Int = JSONLimits().maximumBytes) throws -> [UInt8] {
        do {
            let file = try path == "-" ? .standardInput : FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            return Array(try file.read(upToCount: limit + 1) ?? Data())
        } catch {
            let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            switch kind {
            case nil: throw CommandError("there is no file \(path)")
            case .typeDirectory: throw CommandError("\(path) is a directory")
            default: throw CommandError("\(path) cannot be read")
            }
        }
    }
}
