import Foundation

/// Finds the PostgreSQL processes that work in a data directory.
enum ClusterProcesses {
    static func all(of data: String) -> [pid_t] {
        let home = URL(fileURLWithPath: data).resolvingSymlinksInPath().path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/cwd")) == home
        }
    }

    /// Kills the postmaster and all its children at once.
    static func killAll(of data: String) {
        for process in all(of: data) { kill(process, SIGKILL) }
    }

    static func isAlive(_ process: pid_t) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
        // A zombie process counts as ended.
        return !(status.split(separator: ")").last?.hasPrefix(" Z") ?? true)
    }
}
