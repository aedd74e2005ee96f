import SchemaRepository

/// What a range of clients would be sent of a revision, and everything that speaks against it.
struct ReleaseExamination {
    /// The editions for the parts of the range, ascending; they cover the range unless there are problems.
    var editions: [Assembly.Edition] = []
    var problems: [ReleaseProblem] = []
    var warnings: [ReleaseProblem] = []
}
