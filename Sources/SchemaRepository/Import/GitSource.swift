import Foundation

/// A schema repository in git: an address and a branch, tag or commit. Only the files of one commit are fetched;
/// nothing is checked out, and no hooks, filters, submodules or credential helpers are used.
package struct GitSource: Sendable {
    /// The protocols with which git may fetch.
    package enum Transport: String, Sendable {
        case https
        case ssh
        /// A repository in a directory of the server itself, which only its operator may name.
        case file
    }

    /// A function that returns the IP address to which git may connect for a host, and throws if git may not connect to
    /// the host.
    package typealias Resolver = @Sendable (_ host: String) throws(SchemaSourceError) -> String

    /// The maximum length of an address in bytes.
    private static let longestAddress = 2_000
    /// The maximum output of one run of git in bytes: all files, and a line before each file.
    private static let outputBytes = SchemaSourceLimits.totalBytes + (1 << 20)

    private let address: String
    private let reference: String
    private let transport: Transport

    /// The files of one commit.
    package struct Commit: Sendable {
        /// The commit's hash.
        package let hash: String
        package let documents: [RepositoryFile]
    }

    /// Creates a source from an address and a branch, tag or commit; an empty reference is the repository's default
    /// branch.
    ///
    /// - Throws: `SchemaSourceError` if the transport is not allowed, if the reference cannot be the name of a branch,
    ///   tag or commit, or if the address is not acceptable: because it is too long, contains a space, a control
    ///   character, a non-ASCII character, a password or a token, or has no host or a host that begins with `-`.
    package init(_ address: String, reference: String = "", allowing transports: [Transport]) throws(SchemaSourceError)
    {
        guard address.utf8.count <= Self.longestAddress else {
            throw SchemaSourceError(
                "The address of a git repository may have at most \(Self.longestAddress) bytes; this one has "
                    + "\(address.utf8.count).")
        }
        guard Self.isPlain(address) else {
            throw SchemaSourceError(
                "The address of a git repository must contain only printable ASCII characters and no spaces.")
        }
        let scheme = address.firstRange(of: "://").map { address[..<$0.lowerBound].lowercased() }
        let transport: Transport? =
            if let scheme { Transport(rawValue: scheme) } else { address.hasPrefix("/") ? .file : nil }
        guard let transport, transports.contains(transport) else {
            let names = transports.map { "\($0.rawValue)://" }.joined(separator: " or ")
            throw SchemaSourceError("The address of a git repository must begin with \(names).")
        }
        let rest = address.dropFirst((scheme?.count ?? -3) + 3)
        guard !rest.hasPrefix("-"), transport == .file || Self.isHost(Self.host(of: rest)) else {
            throw SchemaSourceError("The address of a git repository must name a host.")
        }
        guard transport == .file || !Self.hasPassword(address) else {
            throw SchemaSourceError(
                transport == .https
                    ? "An https address must not contain a user name, password or token, because addresses are "
                        + "recorded."
                    : "The address must not contain a password or token, because addresses are recorded.")
        }
        guard Self.isReference(reference) else {
            throw SchemaSourceError("`\(reference)` is not the name of a branch, a tag or a commit.")
        }
        (self.address, self.reference, self.transport) = (address, reference, transport)
    }

    /// Fetches the commit and returns its schemas, examples and templates, or only those of a folder.
    ///
    /// With a resolver, the host of an https address is resolved once, and git connects to that IP address only and
    /// follows no redirects.
    ///
    /// - Throws: `SchemaSourceError` if git fails, the resolver refuses the host, the files exceed
    ///   ``SchemaSourceLimits`` or are refused (`SchemaEntry.fault`), or there are no schemas.
    package func fetch(folder: String = "", resolving: Resolver? = nil) throws(SchemaSourceError) -> Commit {
        let connection = try transport == .https ? resolving.map(settings) ?? [] : []
        return try BoundedProgram.withDirectory { directory throws(SchemaSourceError) in
            let program = BoundedProgram(directory: directory, environment: environment)
            let store = directory.appending(path: "store").path
            _ = try git(["init", "--quiet", "--bare", "--template=", store], program)
            let options = ["--git-dir=\(store)"] + Self.settings + connection
            _ = try git(
                options + [
                    "fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--", address,
                    reference.isEmpty ? "HEAD" : reference,
                ], program)
            let hash = try git(options + ["rev-parse", "--verify", "FETCH_HEAD^{commit}"], program)
            let commit = String(decoding: hash, as: UTF8.self).filter(\.isHexDigit)
            let blobs = try blobs(of: commit, options, program)
            let documents = try read(blobs, folder: folder, options, program)
            return Commit(hash: commit, documents: documents)
        }
    }

    /// Returns the git options that allow connections only to the IP address that the resolver returns for the host.
    private func settings(by resolve: Resolver) throws(SchemaSourceError) -> [String] {
        guard let url = URL(string: address), let host = url.host(percentEncoded: true), !host.isEmpty,
            !host.contains("%")
        else { throw SchemaSourceError("The address of a git repository must name a host.") }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let bare = isBracketed ? String(host.dropFirst().dropLast()) : host
        let numeric = try resolve(bare)
        let settings = ["-c", "http.followRedirects=false", "-c", "http.proxy="]
        // A host that is an IP address is not resolved.
        if numeric == bare { return settings }
        let pinned = numeric.contains(":") ? "[\(numeric)]" : numeric
        return settings + ["-c", "http.curloptResolve=\(host):\(url.port ?? 443):\(pinned)"]
    }

    /// A file of the commit.
    private struct Blob {
        let hash: Substring
        let entry: SchemaEntry
    }

    private func blobs(
        of commit: String, _ options: [String], _ program: BoundedProgram
    ) throws(SchemaSourceError) -> [Blob] {
        let tree = try git(
            options + ["ls-tree", "-r", "-z", "--long", commit], program,
            tooLarge: "The commit’s list of files is larger than \(Self.outputBytes >> 20) MiB.")
        var blobs: [Blob] = []
        for line in tree.split(separator: 0) {
            // The columns are mode, type, hash and size; the path follows after a tab.
            let parts = String(decoding: line, as: UTF8.self).split(separator: "\t", maxSplits: 1)
            let columns = parts.first?.split(separator: " ", omittingEmptySubsequences: true) ?? []
            guard parts.count == 2, columns.count == 4 else {
                throw SchemaSourceError("The commit’s list of files cannot be read.")
            }
            // Submodules are commits; they are not fetched.
            guard columns[1] == "blob", let size = Int(columns[3]) else { continue }
            blobs.append(
                Blob(
                    hash: columns[2],
                    entry: SchemaEntry(path: String(parts[1]), size: size, isLink: columns[0] == "120000")))
        }
        return blobs
    }

    /// Reads all wanted files with one `git cat-file`, which writes a line before each file.
    private func read(
        _ blobs: [Blob], folder: String, _ options: [String], _ program: BoundedProgram
    ) throws(SchemaSourceError) -> [RepositoryFile] {
        // Other files of the commit are not read, so their sizes are not checked.
        let parts = blobs.filter(\.entry.isPart)
        let folder = try SchemaEntries.checked(parts.map(\.entry), folder: folder)
        let wanted = parts.filter { $0.entry.path.hasPrefix(folder) }
        let list = program.directory.appending(path: "wanted")
        do { try Data(wanted.map { $0.hash + "\n" }.joined().utf8).write(to: list) } catch {
            throw SchemaSourceError("A temporary file could not be written: \(error.localizedDescription)")
        }
        let content = try git(
            options + ["cat-file", "--batch"], input: list, program, tooLarge: BoundedProgram.filesTooLarge)
        var documents: [RepositoryFile] = []
        var rest = content[...]
        for blob in wanted {
            guard let lineEnd = rest.firstIndex(of: UInt8(ascii: "\n")), rest.endIndex - lineEnd > blob.entry.size
            else { throw SchemaSourceError("git did not return every file.") }
            let bytes = rest[(lineEnd + 1)...].prefix(blob.entry.size)
            documents.append(
                RepositoryFile(path: String(blob.entry.path.dropFirst(folder.count)), bytes: Array(bytes)))
            rest = rest[bytes.endIndex...].dropFirst()
        }
        return documents
    }

    /// Runs git and returns its output; `tooLarge` is the error message for a larger output than `outputBytes`.
    private func git(
        _ arguments: [String], input: URL? = nil, _ program: BoundedProgram,
        tooLarge: String = "git returned more than \(Self.outputBytes >> 20) MiB."
    ) throws(SchemaSourceError) -> [UInt8] {
        let result = try program.run(
            ["git"] + arguments, input: input, limit: Self.outputBytes, tooLarge: tooLarge)
        guard result.status == 0 else {
            // After the line with the fault, git may print lines with advice.
            let lines = result.errors.split(whereSeparator: \.isNewline)
            let reason = lines.first { $0.hasPrefix("fatal: ") }?.dropFirst("fatal: ".count) ?? lines.last
            guard let reason else { throw SchemaSourceError("git could not read the repository and gave no reason.") }
            throw SchemaSourceError("git could not read the repository: \(reason.prefix(300))")
        }
        return result.output
    }

    /// The git options against hostile repositories: no hooks and no helpers, checked objects, no slow transfers.
    private static let settings = [
        "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "credential.helper=",
        "-c", "transfer.fsckObjects=true", "-c", "fetch.unpackLimit=1", "-c", "gc.auto=0", "-c", "maintenance.auto=0",
        "-c", "submodule.recurse=false", "-c", "http.lowSpeedLimit=1000", "-c", "http.lowSpeedTime=20",
    ]

    private var environment: [String: String] {
        [
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_TERMINAL_PROMPT": "0",
            "GIT_ASKPASS": "/bin/false", "SSH_ASKPASS": "/bin/false", "GIT_ALLOW_PROTOCOL": transport.rawValue,
            "GIT_SSH_COMMAND": "ssh -o BatchMode=yes -o ConnectTimeout=10 -o StrictHostKeyChecking=yes",
            "GIT_NO_LAZY_FETCH": "1", "GIT_ADVICE": "0",
        ]
    }

    /// Returns true for an empty text, and for a text of at most 200 bytes that git cannot take for an option, for a
    /// mapping of references (`from:to`) or for a range of commits.
    private static func isReference(_ text: String) -> Bool {
        text.isEmpty
            || !text.hasPrefix("-") && !text.contains("..") && text.utf8.count <= 200
                && text.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"):
                        true
                    default: "-_./".utf8.contains(byte)
                    }
                }
    }

    /// Returns true for printable ASCII without white space.
    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } }

    /// Returns the host of an address without its scheme; empty if there is none.
    private static func host(of address: Substring) -> Substring {
        var host = address.prefix { !"/?#".contains($0) }
        if let at = host.lastIndex(of: "@") { host = host[host.index(after: at)...] }
        // The colons in the brackets of an IPv6 address precede no port.
        return host.hasPrefix("[") ? host : host.prefix { $0 != ":" }
    }

    /// Returns true if the text is not empty, and `ssh` and git cannot take it for an option.
    private static func isHost(_ text: Substring) -> Bool { !text.isEmpty && !text.hasPrefix("-") }

    /// Returns true if an address contains a password or, with https, a user name, which may be a token.
    private static func hasPassword(_ address: String) -> Bool {
        guard let start = address.firstRange(of: "://")?.upperBound else { return false }
        let authority = address[start...].prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return false }
        return address.lowercased().hasPrefix("https") || authority[..<at].contains(":")
    }
}
