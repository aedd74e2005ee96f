/// A cell with what the rest of its questionnaire says of it.
package struct PlacedCell: Sendable {
    package let cell: QuestionnaireCell

    /// The keys of the composites and lists that it is inside of, the outermost first.
    let around: [String]

    /// The keys of those that are lists.
    let lists: [String]

    /// The keys of the cells that it waits for, its own `parentFields` alone.
    let parents: [String]

    /// The keys that its conditions and bounds ask for.
    let asked: [String]

    /// Whether it may stay empty.
    let isOptional: Bool
}
