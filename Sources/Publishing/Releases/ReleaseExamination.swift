/// What a range of clients would be sent of a revision, and everything that speaks against it.
struct ReleaseExamination {
    /// The document minified; nil where it is not valid.
    var edition: [UInt8]?
    var problems: [ReleaseProblem] = []
    var warnings: [ReleaseProblem] = []
}
