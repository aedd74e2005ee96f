import JSONSchema
package import JSONText

/// The reason why a document demands certain client versions.
package struct Reason: Sendable, Hashable {
    /// The first version that supports the value or, for `x-removed`, the first that no longer supports it; nil if no
    /// version supports it.
    package let version: ClientVersion?

    /// The pointer of the value that makes the demand.
    package let pointer: JSONPointer
    package let range: SourceRange?

    /// A sentence for people, for example “`icon` needs iOS 3.4 or later”.
    package let message: String

    /// The annotation that makes the demand: `x-since`, `x-removed` or `x-unsupported`.
    package let keyword: String

    /// The place of the annotation: the schema's identifier, `#` and a JSON Pointer.
    package let schemaPointer: String

    /// The possible replacements; those of the value itself come before those of values around it.
    var replacements: [PartReplacement] = []

    /// Returns the replacement for a version that does not meet the demand; nil if there is none, so that the document
    /// cannot be published for that version.
    package func replacement(for version: ClientVersion) -> PartReplacement? {
        replacements.first { $0.versions.contains(version) }
    }

    /// Returns the versions that meet the demand, in a notation that needs no translation: `iOS 6.0+`, `iOS < 7.0`, or
    /// `iOS –` if no version does.
    package func versions(on platform: String) -> String {
        let name = PlatformTitle.of(platform)
        guard let version else { return "\(name) –" }
        return keyword == Annotation.removed.rawValue ? "\(name) < \(version)" : "\(name) \(version)+"
    }

    /// Returns true if a version meets the demand.
    package func isMet(by client: ClientVersion) -> Bool {
        version.map { keyword == Annotation.removed.rawValue ? client < $0 : $0 <= client } ?? false
    }

    package init(
        version: ClientVersion?, pointer: JSONPointer, range: SourceRange?, message: String, keyword: String,
        schemaPointer: String
    ) {
        self.version = version
        self.pointer = pointer
        self.range = range
        self.message = message
        self.keyword = keyword
        self.schemaPointer = schemaPointer
    }
}

extension [Reason] {
    /// Sorts reasons by version, those that no version meets last, and reasons of one version by `precedes`.
    package func byVersion(then precedes: (Reason, Reason) -> Bool) -> [Reason] {
        sorted { left, right in
            switch (left.version, right.version) {
            case (let first?, let second?) where first != second: first < second
            case (nil, _?): false
            case (_?, nil): true
            default: precedes(left, right)
            }
        }
    }
}
