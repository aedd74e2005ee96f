import Foundation
import Logging

/// Writes each log entry as one JSON object on a line of standard error, so that no outside text can start a line of
/// its own.
///
/// Members, sorted by name: `time` (RFC 3339, UTC), `level`, `label`, `message`, and those of the metadata.
struct JSONLinesLogHandler: LogHandler {
    let label: String
    var logLevel: Logger.Level = .info
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line: [String: String] = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { $0.description }
        line["time"] = Date.now.ISO8601Format(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        line["level"] = event.level.rawValue
        line["label"] = label
        line["message"] = event.message.description
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard var data = try? encoder.encode(line) else { return }
        data.append(UInt8(ascii: "\n"))
        LogWriter.standardError.write(data)
    }
}
