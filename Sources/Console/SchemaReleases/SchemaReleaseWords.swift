import Publishing

/// The names of schema releases in sentences and lists.
enum SchemaReleaseWords {
    static func label(_ number: Int) -> String { Texts["schema-releases.schema-release", ["release": number]] }

    /// Returns the words that follow “Archive” in the source of a proposal: the size in bytes, because an uploaded
    /// archive has no name.
    static func archive(_ size: Int) -> String { Texts["schema-releases.archive-of-bytes", ["count": size]] }
}

extension SchemaReleaseState {
    /// Creates the state of a release from its newest proposal, if any. `adopted` are the releases that are or were
    /// current; `isOpen` is true if the proposal waits for its adoption.
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
