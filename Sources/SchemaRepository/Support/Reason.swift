package import JSONText

/// Why a document demands something of its clients.
package struct Reason: Sendable, Hashable {
    /// The version from which clients understand it, or, for `x-removed`, until which they did; nil where none does.
    package let version: ClientVersion?

    /// What in the document makes the demand.
    package let pointer: JSONPointer
    package let range: SourceRange?

    /// A sentence for a person, as in “iOS 6.0 or later, because `/widgets/0/content/size` is `xxl`.”
    package let message: String

    /// The annotation that says so: `x-since`, `x-removed` or `x-unsupported`.
    package let keyword: String

    /// Where the annotation stands: the schema's identifier, `#` and a JSON Pointer.
    package let schemaPointer: String

    /// What may be given instead, the nearest first.
    var escapes: [Escape] = []

    /// What a version that does not meet the demand is given instead; nil where nothing stands in for it, and the document
    /// cannot be published for that version.
    package func escape(for version: ClientVersion) -> Escape? {
        escapes.first { $0.versions.contains(version) }
    }

    /// Whether a version meets the demand.
    package func isMet(by client: ClientVersion) -> Bool {
        version.map { keyword == "x-removed" ? client < $0 : $0 <= client } ?? false
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
    /// The reasons by version, those that no version meets last; those of one version in the order of `precedes`.
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
