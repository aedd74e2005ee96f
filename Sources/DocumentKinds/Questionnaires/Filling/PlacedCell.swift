/// A cell with its relations to the rest of the questionnaire.
package struct PlacedCell: Sendable {
    package let cell: QuestionnaireCell

    /// The keys of the composites and lists that contain it, outermost first.
    let around: [String]

    /// The keys of the lists in `around`.
    let lists: [String]

    /// The keys in its own `parentFields`: the cells that must be filled in first.
    let parents: [String]

    /// The keys of the cells whose values its conditions and bounds use.
    let asked: [String]

    /// True if it may stay empty.
    let isOptional: Bool
}
