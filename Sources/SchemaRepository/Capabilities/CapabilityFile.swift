package import JSONText

/// A capability file, which the build of an app produces: JSON that states what one version of the app decodes.
///
/// The format is described in the documentation (*Registering builds of an app*).
package struct CapabilityFile: Sendable {
    /// The limits of a file: 4 MiB and 32 levels of nesting.
    package static let limits = JSONLimits(maximumBytes: 4 << 20, maximumDepth: 32)

    /// Values from the command line or the URL for members that the file lacks. If the file has another `platform` or
    /// `version`, that is an error; a given `build` replaces that of the file.
    package struct Given: Sendable {
        package var platform: String?
        package var version: String?
        package var build: String?

        package init(platform: String? = nil, version: String? = nil, build: String? = nil) {
            (self.platform, self.version, self.build) = (platform, version, build)
        }
    }

    /// The result of reading a file.
    package struct Reading: Sendable {
        /// The capabilities; nil if there are errors.
        package let capabilities: ClientCapabilities?
        /// The errors and warnings: first those of the JSON syntax, then those of the contents.
        package let diagnostics: [Diagnostic]
    }

    let document: JSONDocument?
    private let syntax: [Diagnostic]

    /// Parses the text; its syntax errors are reported by `reading(by:platforms:given:)`.
    package init(_ bytes: [UInt8]) {
        do {
            let document = try JSONDocument(parsing: bytes, limits: Self.limits)
            self.document = document
            syntax = document.warnings.map { $0.diagnostic(lines: document.lines, severity: .warning) }
        } catch {
            let lines = LineTable(bytes)
            document = nil
            syntax = error.errors.map { $0.diagnostic(lines: lines) }
        }
    }

    /// The hash of the schema release that the build was generated from, without `sha256:`; nil if the file has no
    /// `schemaRelease` that begins with `sha256:`.
    package var schemaHash: String? {
        guard let text = document?.root["schemaRelease"]?.string, text.hasPrefix(Self.hashPrefix) else { return nil }
        return String(text.dropFirst(Self.hashPrefix.count))
    }

    /// Reads the capabilities and checks them against a schema repository. In the file, `*` stands for all properties
    /// of an entity, or for all values of an enum, that the repository has.
    ///
    /// `platforms` are the names of all platforms.
    package func reading(by repository: SchemaRepository, platforms: [String], given: Given = Given()) -> Reading {
        guard let document else { return Reading(capabilities: nil, diagnostics: syntax) }
        var reader = CapabilityReader(document: document, repository: repository)
        let capabilities = reader.read(platforms: platforms, given: given)
        let diagnostics = syntax + reader.findings.diagnostics
        let isUsable = !diagnostics.contains { $0.severity == .error }
        return Reading(capabilities: isUsable ? capabilities : nil, diagnostics: diagnostics)
    }

    /// The warning for a file whose schema release was never imported; empty if the file names none. Whether the schema
    /// release was imported is not checked here: the caller adds the warning if it has not found it.
    package var unknownSchemaReleaseWarning: [Diagnostic] {
        guard let document, let written = document.root["schemaRelease"] else { return [] }
        return [
            Diagnostic(
                severity: .warning, code: "client.schemaRelease",
                message:
                    "This schema release was never imported here; the file is compared with the current schema release",
                pointer: written.pointer, range: document.range(of: written))
        ]
    }

    static let hashPrefix = "sha256:"
}
