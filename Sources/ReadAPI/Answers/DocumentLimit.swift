import MicroHTTP

/// The limit of a process for the documents of one kind.
struct DocumentLimit: Sendable {
    /// The memory for the bodies that are kept or being sent; nil if it is not limited. A client decides how long it is
    /// being sent one.
    var budget: BodyBudget?
}
