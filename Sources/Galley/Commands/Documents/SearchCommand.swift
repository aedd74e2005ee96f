import ArgumentParser
import Publishing

/// The command that searches the text of everything live and of every newest revision.
struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find a text in everything live and in every newest revision.",
        discussion: """
            Finds the text exactly as it is written in the documents, and lists at most \(SearchStore.maximumPlaces) \
            places of each document. Archived features are left out. Exits with status 1 if no document contains the \
            text.
            """)

    @OptionGroup var installation: InstallationOptions
    @OptionGroup var format: FormatOption
    @Argument(help: "The text, such as glyph_transfer.") var text: String

    func run() throws {
        guard (1...SearchStore.maximumLength).contains(text.utf8.count) else {
            throw CommandError("a searched text has 1 to \(SearchStore.maximumLength) bytes")
        }
        let result = try installation.open().search.search(text)
        guard !result.matches.isEmpty else { try format.refuse("no live or newest revision contains \(text)") }
        let matches = result.matches.map(MatchAnswer.init)
        let more = result.isCut ? ["More documents contain it; only the first are listed."] : []
        try format.done(
            SearchAnswer(matches: matches, cut: result.isCut),
            text: (matches.map(\.text) + more).joined(separator: "\n"))
    }
}

/// The places of a searched text.
private struct SearchAnswer: Encodable {
    let matches: [MatchAnswer]
    /// True if more documents contain the text.
    let cut: Bool
}

/// A place of a searched text.
private struct MatchAnswer: Encodable {
    let feature: String
    let revision: Int
    let live: Bool
    let newest: Bool
    let pointer: String?
    let line: Int
    let excerpt: String

    init(_ match: TextMatch) {
        (feature, revision, live, newest) = (match.feature, match.revision, match.isLive, match.isNewest)
        (pointer, line, excerpt) = (match.pointer, match.line, match.excerpt)
    }

    var text: String {
        let state = [live ? "live" : "", newest ? "newest" : ""].filter { !$0.isEmpty }.joined(separator: ", ")
        return "\(feature) revision \(revision) (\(state))  line \(line)\(pointer.map { ": \($0)" } ?? "")"
    }
}
