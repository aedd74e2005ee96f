import Foundation

/// A file named at the command line; `-` is standard input.
enum InputFile {
    /// All its bytes; throws ``CommandError`` when it cannot be read.
    static func read(_ path: String) throws -> [UInt8] {
        do {
            if path == "-" { return Array(try FileHandle.standardInput.readToEnd() ?? Data()) }
            return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
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
