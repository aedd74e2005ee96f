import Publishing

/// Names of schema releases in words.
enum SchemaReleaseWords {
    static func label(_ number: Int) -> String { Texts["schema-releases.schema-release", ["release": number]] }
}

extension SchemaReleaseState {
    /// The state of a release; `wasCurrent` is true if it was in force before, `base` the release of its open proposal.
    init(_ number: Int, current: Int?, adopted: Set<Int>, proposal: SchemaProposal?, isOpen: Bool) {
        if number == current {
            self.init(kind: "ok", text: Texts["schema-releases.current"])
        } else if let proposal, isOpen {
            self =
                proposal.base == current
                ? Self(kind: "", text: Texts["schema-releases.proposed"])
                : Self(kind: "warn", text: Texts["schema-releases.overtaken"])
        } else {
            self.init(
                kind: "",
                text: adopted.contains(number) ? Texts["schema-releases.earlier"] : Texts["schema-releases.stored"])
        }
    }
}
