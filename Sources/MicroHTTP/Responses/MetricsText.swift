import Foundation
import HTTPTypes

/// Metrics in the text format of Prometheus (exposition format 0.0.4).
package struct MetricsText {
    private var text = ""

    /// Creates metrics without any values.
    package init() {}

    /// Adds a value that can rise and fall. `name` is without the prefix `galley_`.
    package mutating func gauge(_ name: String, _ help: String, _ value: Double) {
        add("galley_\(name)", "gauge", help, [("", value)])
    }

    /// Adds a value that is 1 for true and 0 for false.
    package mutating func gauge(_ name: String, _ help: String, _ value: Bool) {
        gauge(name, help, value ? 1 : 0)
    }

    /// Adds the counts of a process's listeners, the time at which the process started, and its memory.
    package mutating func add(_ traffic: Traffic.Reading) {
        add(
            "galley_http_answers_total", "counter", "Answers by status.",
            traffic.answers.sorted { $0.key < $1.key }.map { ("{status=\"\($0.key)\"}", Double($0.value)) })
        add(
            "galley_http_body_bytes_total", "counter", "Bytes of the bodies of all answers, streams not counted.",
            [("", Double(traffic.bodyBytes))])
        add("galley_http_connections", "gauge", "Open connections.", [("", Double(traffic.openConnections))])
        add(
            "galley_http_connections_total", "counter", "Connections so far.", [("", Double(traffic.connections))])
        add(
            "process_start_time_seconds", "gauge", "The time of the process's start, in seconds since 1970.",
            [("", Self.start)])
        if let memory = Self.residentMemory {
            add("process_resident_memory_bytes", "gauge", "Resident memory.", [("", memory)])
        }
    }

    /// The response with all metrics.
    package var response: Response {
        Response(
            headers: [
                .contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store",
                .xContentTypeOptions: "nosniff",
            ], body: Array(text.utf8))
    }

    private mutating func add(_ name: String, _ type: String, _ help: String, _ values: [(String, Double)]) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
        for (labels, value) in values { text += "\(name)\(labels) \(Self.number(value))\n" }
    }

    private static func number(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? String(value) }

    private static let start = Date.now.timeIntervalSince1970 - ProcessInfo.processInfo.systemUptime + startAfterBoot

    /// The seconds between the start of the machine and that of the process; 0 if they are unknown.
    private static var startAfterBoot: Double {
        guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let rest = text.split(separator: ")").last?.split(separator: " "), rest.count > ticksField,
            let ticks = Double(rest[ticksField])
        else { return 0 }
        return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The index of the start time among the fields of `/proc/self/stat` after the program's name.
    private static let ticksField = 19

    private static var residentMemory: Double? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
        else { return nil }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }
}
