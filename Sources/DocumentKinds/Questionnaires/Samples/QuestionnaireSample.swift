package import JSONText
import SchemaRepository

/// Data that fill a questionnaire, and the cells that they leave empty.
package struct QuestionnaireSample: Sendable {
    /// A JSON object by cell key: a composite is an object of its cells, a list an array of such objects.
    package let data: [UInt8]

    /// The visible cells without a value, in the order of the document; those that may stay empty are filled too, so
    /// each has a reason.
    package let unfilled: [Unfilled]

    /// A cell without a value.
    package struct Unfilled: Sendable, Hashable {
        package let key: String
        package let reason: Reason
    }

    package enum Reason: Sendable, Hashable {
        /// A parent is empty or hidden, so that the cell is disabled.
        case waitsForParent(String)
        /// Nothing was found that fulfils what the cell asks for.
        case noValue
    }
}

/// What test data need to know that the questionnaire does not say.
package struct QuestionnaireCircumstances: Sendable {
    /// The day that `today` means.
    package let today: CalendarDay

    /// The value of the first item of an option list that goes with the values of a cell's parents, as JSON; nil where
    /// the list is not at hand.
    package let firstItem: @Sendable (_ list: String, _ parents: [String]) -> [UInt8]?

    /// The language tag of the words that free text is made of.
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
    /// Fills every visible cell of a questionnaire validly, and always in the same way.
    ///
    /// A cell takes its `testValue`, else its `initialValue`, where they fulfil what the cell asks for; else a value is
    /// made. Conditions, parents and dates of other cells are followed.
    package static func of(_ questionnaire: JSONValue, in circumstances: QuestionnaireCircumstances)
        -> QuestionnaireSample
    {
        let cells = (questionnaire["sections"]?.elements).map { sections in
            sections.flatMap { section in QuestionnaireCell.cells(of: section, lists: []) }
        }
        var filler = QuestionnaireFiller(circumstances: circumstances)
        filler.hides = QuestionnaireCell.all(in: questionnaire).filter { $0.value["hides"] != nil }
        let members = filler.fill(cells ?? [], presets: [:])
        return QuestionnaireSample(
            data: SampleValue(members: members)?.bytes ?? Array("{}".utf8), unfilled: filler.unfilled)
    }
}
