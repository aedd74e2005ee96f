import Foundation

/// The location of the package's files, for tests that read them.
package enum PackageRoot {
    /// The absolute path of the directory of `Package.swift`.
    package static let path: String = {
        var directory = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { directory.deleteLastPathComponent() }
        return directory.path
    }()
}
