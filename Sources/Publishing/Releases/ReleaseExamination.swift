import SchemaRepository

/// The result of checking a revision for a range of clients: the editions, problems and warnings.
struct ReleaseExamination {
    /// The editions for the parts of the range, ascending; they cover the range unless there are problems.
    var editions: [Assembly.Edition] = []
    var problems: [ReleaseProblem] = []
    var warnings: [ReleaseProblem] = []
    /// The proofs that the registered builds can decode the editions, in the order of the editions.
    var proofs: [ProvenInterval] = []
}
