import Foundation
import JSONText

/// The stream for answers. Every command writes its answer here, because an answer that got lost must not look like
/// success.
enum StandardOutput {
    /// Writes a text and a line break; throws ``CommandError`` if they cannot be written. A pipe that nobody reads any
    /// more ends the process quietly, as SIGPIPE does with other programs, unless `StandardStreams.ignoreClosedPipes`
    /// was called.
    static func write(_ text: String, terminator: String = "\n") throws(CommandError) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data((text + terminator).utf8))
        } catch {
            throw CommandError("cannot write to standard output: \(words(error))")
        }
    }

    /// Writes a text for people and a line break: characters that a terminal would obey are escaped. Throws
    /// ``CommandError`` as ``write(_:terminator:)`` does, which writes documents and JSON exactly.
    static func show(_ text: String) throws(CommandError) { try write(TerminalText.lines(text)) }

    /// Returns the system's words for an error of a file, which Foundation hides behind a number.
    private static func words(_ error: any Error) -> String {
        let number = errno
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        let system = cause ?? NSError(domain: NSPOSIXErrorDomain, code: Int(number))
        return system.localizedFailureReason ?? error.localizedDescription
    }
}
