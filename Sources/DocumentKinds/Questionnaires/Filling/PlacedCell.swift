/// A cell with its relations to the rest of the questionnaire.
package struct PlacedCell: Sendable {
    package let cell: QuestionnaireCell

    /// The keys of the composites and lists that contain the cell, outermost first.
    let around: [String]

    /// The keys of the lists in `around`.
    let lists: [String]

    /// The keys in the cell's own `parentFields`: the cells that must be filled in first.
    let parents: [String]

    /// The keys of the cells whose values the conditions and bounds of this cell use.
    let asked: [String]

    /// True if the cell may stay empty.
    let isOptional: Bool
}
