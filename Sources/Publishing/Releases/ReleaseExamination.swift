import SchemaRepository

/// What a range of clients would be sent of a revision, and everything that speaks against it.
struct ReleaseExamination {
    /// What each part of the range is sent, ascending; they cover the range unless there are problems.
    var editions: [Assembly.Edition] = []
    var problems: [ReleaseProblem] = []
    var warnings: [ReleaseProblem] = []
}
