import JSONText
import SchemaRepository

/// The answer of `galley editions`: the versions that support a document, the reasons why other versions do not, and
/// the editions.
struct EditionsAnswer {
    private let checked: CheckedDocument
    private let assembly: Assembly
    private let range: VersionInterval
    private let platform: String
    private let proofs: [EditionProof]?

    /// Creates the answer; `proofs` states for each edition, in order, whether the given builds in its interval can
    /// decode it, and is nil if no builds were given.
    init(
        _ checked: CheckedDocument, _ assembly: Assembly, in range: VersionInterval, platform: String,
        proofs: [EditionProof]? = nil
    ) {
        self.proofs = proofs
        self.checked = checked
        self.assembly = assembly
        self.range = range
        self.platform = platform
    }

    /// True if the document and everything assembled from it are valid.
    var isValid: Bool {
        checked.isValid && assembly.faults.isEmpty
            && !assembly.support.undecided.contains { $0.severity == .error }
    }

    /// Returns one line of JSON; intervals are ascending and within the requested range.
    func json() throws -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("valid")
        writer.bool(checked.isValid)
        write(assembly.support.full, as: "full", to: &writer)
        write(assembly.support.degraded, as: "degraded", to: &writer)
        writer.name("reasons")
        writer.beginArray()
        for reason in reasons { write(reason, to: &writer) }
        writer.endArray()
        writer.name("editions")
        writer.beginArray()
        for (index, edition) in assembly.editions.enumerated() {
            writer.beginObject()
            write(edition.interval, to: &writer)
            if let proofs { write(proofs[index], to: &writer) }
            writer.name("document")
            writer.raw(edition.bytes)
            writer.endObject()
        }
        writer.endArray()
        writer.name("diagnostics")
        writer.raw(Array(try FormatOption.line(diagnostics).utf8))
        writer.endObject()
        return writer.text
    }

    private var reasons: [Reason] {
        assembly.support.reasons.byVersion { $0.pointer.description < $1.pointer.description }
    }

    /// The diagnostics of the document, then those about its support by client versions and about invalid editions.
    private var diagnostics: [Diagnostic] {
        checked.diagnostics + assembly.support.undecided
            + assembly.faults.flatMap { fault in
                fault.diagnostics.map { $0.concerning(fault.interval, on: platform) }
                    .ifEmpty(or: [Diagnostic.unassembled(fault.interval, on: platform)])
            }
    }

    private func write(_ intervals: [VersionInterval], as name: String, to writer: inout JSONWriter) {
        writer.name(name)
        writer.beginArray()
        for interval in VersionSet(intervals).intersection(VersionSet([range])).intervals {
            writer.beginObject()
            write(interval, to: &writer)
            writer.endObject()
        }
        writer.endArray()
    }

    private func write(_ interval: VersionInterval, to writer: inout JSONWriter) {
        writer.name("from")
        writer.string(interval.from.text)
        writer.name("until")
        if let until = interval.until { writer.string(until.text) } else { writer.null() }
    }

    private func write(_ proof: EditionProof, to writer: inout JSONWriter) {
        writer.name("proof")
        writer.string(proof.word)
        guard case .refused(let refusals) = proof else { return }
        writer.name("lacks")
        writer.beginArray()
        for refusal in refusals {
            for lack in refusal.lacks {
                writer.beginObject()
                let members = [
                    ("version", refusal.version.text), ("entity", lack.name.entity), ("member", lack.name.member),
                    ("kind", lack.name.kind.rawValue), ("pointer", lack.pointer.description),
                    ("message", lack.sentence(platform: platform, client: refusal.label)),
                ]
                for (name, text) in members {
                    writer.name(name)
                    writer.string(text)
                }
                writer.endObject()
            }
        }
        writer.endArray()
    }

    private func write(_ reason: Reason, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("version")
        if let version = reason.version { writer.string(version.text) } else { writer.null() }
        writer.name("pointer")
        writer.string(reason.pointer.description)
        writer.name("schemaPointer")
        writer.string(reason.schemaPointer)
        writer.name("keyword")
        writer.string(reason.keyword)
        writer.name("message")
        writer.string(reason.message)
        writer.endObject()
    }
}

extension Diagnostic {
    /// Returns a diagnostic of an assembled document, with the interval of the versions that would get the document.
    fileprivate func concerning(_ interval: VersionInterval, on platform: String) -> Diagnostic {
        Diagnostic(
            severity: .error, code: "document.edition",
            message: "The document that `\(platform)` clients \(interval.words) would get is not valid: \(message)",
            pointer: pointer, keyword: keyword, schemaPointer: schemaPointer)
    }

    /// Returns the diagnostic for an interval whose versions do not support even the document that is assembled for
    /// them.
    fileprivate static func unassembled(_ interval: VersionInterval, on platform: String) -> Diagnostic {
        Diagnostic(
            severity: .error, code: "document.edition",
            message:
                "Even the document that `\(platform)` clients \(interval.words) would get has parts that they do not "
                + "support",
            pointer: JSONPointer())
    }
}

extension [Diagnostic] {
    fileprivate func ifEmpty(or other: [Diagnostic]) -> [Diagnostic] { isEmpty ? other : self }
}
