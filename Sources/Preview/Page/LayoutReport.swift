/// The list of layout problems: the server's estimate, and the texts that the page's script uses after measuring.
struct LayoutReport {
    let problems: [LayoutProblem]
    let words: FrameWords

    /// The maximum number of problems listed.
    private static let limit = 50

    private struct Context {
        let heading: String
        /// The heading for measured problems.
        let measured: String
        let count: String
        let digits: String
        let overflowX: String
        let overflowY: String
        let cut: String
        let overlap: String
        let constraint: String
        let word: String
        let problems: [Line]
    }

    private struct Line {
        let pointer: String
        let text: String
    }

    /// Returns the list; hidden if it is empty.
    func markup(_ templates: TemplateSet) -> Markup {
        func sentence(_ kind: LayoutProblem.Kind) -> String { words["layout." + kind.rawValue] }
        let lines = problems.prefix(Self.limit).map { problem in
            Line(
                pointer: problem.pointer,
                text: words["layout." + problem.kind.rawValue, ["amount": words.number(problem.amount)]])
        }
        return templates.render(
            "report",
            Context(
                heading: words[lines.isEmpty ? "layout" : "layout.estimated"], measured: words["layout"],
                count: words.number(lines.count),
                digits: (0...9).map(words.number).joined(), overflowX: sentence(.overflowX),
                overflowY: sentence(.overflowY), cut: sentence(.cut), overlap: sentence(.overlap),
                constraint: sentence(.constraint), word: sentence(.word), problems: Array(lines)))
    }
}
