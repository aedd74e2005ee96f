import Foundation

/// The directory that contains `schemas`, `Templates`, `Public` and `migrations`: given by `--home` or found above the
/// executable, never by the working directory.
struct Home {
    let directory: URL

    var schemas: String { path("schemas") }
    var templates: String { path("Templates") }
    var publicFiles: String { path("Public") }
    var migrations: String { path("migrations") }

    /// Finds the directory; throws ``CommandError`` if it is not a home of Galley.
    init(option: String?) throws {
        if let option {
            directory = URL(fileURLWithPath: option).standardizedFileURL
            guard Self.isHome(directory) else {
                throw CommandError(
                    "\(option) is not a home of Galley: it must contain \(Self.parts.joined(separator: ", "))")
            }
            return
        }
        var candidate = Self.executable.deletingLastPathComponent()
        while candidate.path != "/" {
            if Self.isHome(candidate) {
                directory = candidate
                return
            }
            candidate.deleteLastPathComponent()
        }
        throw CommandError(
            "no directory above \(Self.executable.path) contains \(Self.parts.joined(separator: ", ")); name one with --home DIR"
        )
    }

    /// The executable's file, with symbolic links resolved.
    static var executable: URL { URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath() }

    private static let parts = ["schemas", "Templates", "Public", "migrations"]

    private static func isHome(_ directory: URL) -> Bool {
        parts.allSatisfy { FileManager.default.fileExists(atPath: directory.appendingPathComponent($0).path) }
    }

    private func path(_ name: String) -> String { directory.appendingPathComponent(name).path }
}
