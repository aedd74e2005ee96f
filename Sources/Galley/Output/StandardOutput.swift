import Foundation

/// The stream for answers. Every command writes its answer here, because an answer that got lost must not look like
/// success.
enum StandardOutput {
    /// Writes a text and a line break; throws ``CommandError`` if they cannot be written. A pipe that nobody reads any
    /// more ends the process quietly, as SIGPIPE does with other programs.
    static func write(_ text: String, terminator: String = "\n") throws(CommandError) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data((text + terminator).utf8))
        } catch {
            throw CommandError("standard output could not be written: \(error.localizedDescription)")
        }
    }
}
