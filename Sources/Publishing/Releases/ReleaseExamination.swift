import SchemaRepository

/// The result of checking a revision for a range of clients: the editions, problems and warnings.
struct ReleaseExamination {
    /// The editions for the parts of the range, ascending; they cover the range unless there are problems.
    var editions: [Assembly.Edition] = []
    var problems: [ReleaseProblem] = []
    var warnings: [ReleaseProblem] = []
    /// For each edition, in the same order, the proof that the registered builds can decode it.
    var proofs: [ProvenInterval] = []
}
