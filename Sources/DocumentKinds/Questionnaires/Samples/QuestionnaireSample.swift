package import JSONText
import SchemaRepository

/// Data that fill a questionnaire, with the cells left empty.
package struct QuestionnaireSample: Sendable {
    /// A JSON object by cell key. A composite is an object of its cells, a list an array of such objects.
    package let data: [UInt8]

    /// The visible cells without a value, each once, in the order of the document; a cell in a list even if only one
    /// entry lacks its value. Optional cells are filled too, so each empty one has a reason.
    package let unfilled: [Unfilled]

    /// A cell without a value.
    package struct Unfilled: Sendable, Hashable {
        package let key: String
        package let reason: Reason
    }

    /// The reason why a cell has no value.
    package enum Reason: Sendable, Hashable {
        /// The cell with this key must be filled in first, but is empty or hidden.
        case waitsForParent(String)
        /// No value was found that meets the cell's requirements.
        case noValue
    }
}

/// The information, besides the questionnaire and the entered values, on which filling in a questionnaire depends.
package struct QuestionnaireCircumstances: Sendable {
    /// The day that `today` in the questionnaire refers to.
    package let today: CalendarDay

    /// Returns the value of the first item of an option list, given the values of a cell's parents, as JSON; nil if the
    /// list is empty or not available.
    package let firstItem: @Sendable (_ list: String, _ parents: [String]) -> [UInt8]?

    /// The language tag of the words in free text.
    package let language: String

    package init(
        today: CalendarDay, language: String = "en",
        firstItem: @escaping @Sendable (_ list: String, _ parents: [String]) -> [UInt8]? = { _, _ in nil }
    ) {
        self.today = today
        self.language = language
        self.firstItem = firstItem
    }
}

extension QuestionnaireSample {
    /// Returns a valid value for every visible cell of a questionnaire for which one is found. The same circumstances
    /// give the same values, unless the search reaches its time limit.
    ///
    /// The value of a cell is the first of these that meets its requirements: the value for the cell in the test or
    /// initial value of the composite or list around it, its own `testValue`, its own `initialValue`, and a generated
    /// value. Conditions, parents and dates of other cells are respected.
    package static func of(_ questionnaire: JSONValue, in circumstances: QuestionnaireCircumstances)
        -> QuestionnaireSample
    {
        let cells = (questionnaire["sections"]?.elements).map { sections in
            sections.flatMap { section in QuestionnaireCell.cells(of: section, lists: []) }
        }
        var filler = QuestionnaireFiller(circumstances: circumstances)
        let all = QuestionnaireCell.all(in: questionnaire)
        filler.hiders = all.filter { $0.value["hides"] != nil }
        let members = filler.fill(cells ?? [], presets: [:])
        var unfilled = Dictionary(
            filler.unfilled.map { (JSONName($0.key), $0) }, uniquingKeysWith: { first, _ in first })
        return QuestionnaireSample(
            data: SampleValue(members: members)?.bytes ?? Array("{}".utf8),
            unfilled: all.compactMap { unfilled.removeValue(forKey: JSONName($0.key ?? "")) })
    }
}
