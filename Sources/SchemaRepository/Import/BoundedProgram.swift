import Foundation

/// Runs a program of the operating system with limits on its time, its output and the files that it writes.
///
/// The program has no terminal, and neither the environment nor the configuration of the account that Galley runs as.
/// Only `ssh` still reads the `~/.ssh` of that account, because it does not use `HOME` to find it.
struct BoundedProgram {
    /// The maximum size of the standard error output in a result, in bytes; the rest is discarded.
    private static let longestErrors = 4_096

    /// The program's working directory, which is also its home and its directory for temporary files.
    let directory: URL
    /// The environment variables besides `PATH`, `LC_ALL`, `HOME` and `TMPDIR`.
    var environment: [String: String] = [:]

    /// The result of a program that ended by itself.
    struct Result {
        let status: Int32
        let output: [UInt8]
        let errors: String
    }

    /// Runs a command: the program's name and its arguments, which no shell interprets. `input` is the file for
    /// standard input, `limit` the maximum size of the standard output in bytes, and `tooLarge` the error message for a
    /// larger output.
    ///
    /// - Throws: `SchemaSourceError` if the program cannot be started, takes too long or writes too much.
    func run(
        _ command: [String], input: URL? = nil, limit: Int, tooLarge: String
    ) throws(SchemaSourceError) -> Result {
        let name = command.first ?? ""
        let errorFile = directory.appending(path: "errors-\(UUID().uuidString)")
        do {
            try Data().write(to: errorFile)
            let errors = try FileHandle(forWritingTo: errorFile)
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/timeout")
            // `timeout` ends the whole process group; the shell sets the limits and is replaced by the program.
            process.arguments =
                ["--signal=KILL", String(SchemaSourceLimits.seconds), "/bin/sh", "-c", Self.limited, name] + command
            process.environment = environment.merging([
                "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": directory.path,
                "TMPDIR": directory.path,
            ]) { given, _ in given }
            process.currentDirectoryURL = directory
            process.standardInput = try input.map { try FileHandle(forReadingFrom: $0) } ?? FileHandle.nullDevice
            process.standardError = errors
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            var output: [UInt8] = []
            while output.count <= limit, let part = try pipe.fileHandleForReading.read(upToCount: 1 << 16),
                !part.isEmpty
            {
                output += part
            }
            // If the program still writes to the pipe, its next write fails.
            try pipe.fileHandleForReading.close()
            process.waitUntilExit()
            guard output.count <= limit else { throw SchemaSourceError(tooLarge) }
            return try result(of: process, name, output, errorFile)
        } catch let error as SchemaSourceError {
            throw error
        } catch {
            throw SchemaSourceError("\(name) could not be run: \(error.localizedDescription)")
        }
    }

    /// The error message for files that exceed the total size.
    static let filesTooLarge = "The files are larger than \(SchemaSourceLimits.totalBytes >> 20) MiB together."

    /// The shell command that forbids core dumps, limits the size of each written file (in blocks of 512 bytes) and the
    /// processor time, and is then replaced by the program.
    private static let limited =
        "ulimit -c 0; ulimit -f \(SchemaSourceLimits.packBytes >> 9); ulimit -t \(SchemaSourceLimits.seconds); exec \"$@\""

    private func result(
        of process: Process, _ name: String, _ output: [UInt8], _ errorFile: URL
    ) throws(SchemaSourceError) -> Result {
        let file = try? FileHandle(forReadingFrom: errorFile)
        let errors = String(decoding: (try? file?.read(upToCount: Self.longestErrors)) ?? Data(), as: UTF8.self)
        // 137: killed by `timeout`; 127: not found by the shell.
        switch (process.terminationReason, process.terminationStatus) {
        case (.exit, 127): throw SchemaSourceError("\(name) is not installed on the server.")
        case (.uncaughtSignal, _), (.exit, 137):
            throw SchemaSourceError("\(name) took too long or wrote too much, and was stopped.")
        case (_, let status): return Result(status: status, output: output, errors: errors)
        }
    }

    /// Runs a body with a new private directory, which is removed afterwards.
    static func withDirectory<Value>(
        _ body: (URL) throws(SchemaSourceError) -> Value
    ) throws(SchemaSourceError) -> Value {
        let directory = FileManager.default.temporaryDirectory.appending(path: "galley-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw SchemaSourceError("A temporary folder could not be created: \(error.localizedDescription)")
        }
        defer { try? FileManager.default.removeItem(at: directory) }
        return try body(directory)
    }
}
