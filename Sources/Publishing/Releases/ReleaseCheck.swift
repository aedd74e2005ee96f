import SchemaRepository

/// The result of checking a revision for a range of clients: the editions, problems and warnings.
struct ReleaseCheck {
    /// The editions for the parts of the range, ascending; they cover the range unless there are problems.
    var editions: [Assembly.Edition] = []
    var problems: [ReleaseProblem] = []
    var warnings: [ReleaseProblem] = []
    /// The version intervals of the editions, each with the result of comparing the edition with the registered builds;
    /// in ascending order.
    var proofs: [IntervalProof] = []
}
