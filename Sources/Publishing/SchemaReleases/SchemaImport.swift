import Foundation
package import SchemaRepository

/// The origin of the files of a proposed schema release.
package enum SchemaImport: Sendable {
    /// A zip archive, or a folder in it; `name` is only used to describe the source.
    case archive([UInt8], name: String, folder: String)
    /// The files of a directory, or of a folder in it, by their paths, which begin with the directory's name.
    case directory([(path: String, bytes: [UInt8])], folder: String)
    /// A commit of a git repository, or a folder in it; `resolving` decides which hosts git may connect to.
    case git(
        address: String, reference: String, folder: String, allowing: [GitSource.Transport],
        resolving: GitSource.Resolver? = nil)
    /// The current schema release with one document added, or replaced if there is one at the same path.
    case document(path: String, [UInt8])
    /// The current schema release without the document at a path.
    case removal(path: String)

    /// The files to propose, and a description of their source.
    package struct Files: Sendable {
        package let documents: [RepositoryFile]
        package let source: String

        package init(documents: [RepositoryFile], source: String) {
            (self.documents, self.source) = (documents, source)
        }
    }

    /// Returns the files; `current` are the documents of the current schema release.
    ///
    /// - Throws: `SchemaSourceError` with a sentence for the author.
    package func files(besides current: [RepositoryFile]) throws(SchemaSourceError) -> Files {
        switch self {
        case .archive(let bytes, let name, let folder):
            return Files(
                documents: try SchemaArchive.documents(in: bytes, folder: folder),
                source: "Archive \(name)\(Self.suffix(folder))")
        case .directory(let files, let folder):
            let name = files.first?.path.split(separator: "/").first ?? ""
            return Files(
                documents: try SchemaArchive.documents(ofDirectory: files, folder: folder),
                source: "Directory \(name)\(Self.suffix(folder))")
        case .git(let address, let reference, let folder, let transports, let resolver):
            let commit = try GitSource(address, reference: reference, allowing: transports)
                .fetch(folder: folder, resolving: resolver)
            let name = reference.isEmpty ? "" : " \(reference)"
            return Files(
                documents: commit.documents,
                source: "git \(address)\(name), commit \(commit.hash.prefix(12))\(Self.suffix(folder))")
        case .document(let path, let bytes):
            let document = try RepositoryFile(replacing: path, with: bytes)
            return Files(documents: current.filter { $0.path != path } + [document], source: "Document \(path)")
        case .removal(let path):
            guard current.contains(where: { $0.path == path }) else {
                throw SchemaSourceError("The current schema release has no document `\(path)`.")
            }
            return Files(documents: current.filter { $0.path != path }, source: "Document \(path) removed")
        }
    }

    private static func suffix(_ folder: String) -> String { folder.isEmpty ? "" : ", folder \(folder)" }
}
