/// A person's verdict on a revision.
package enum Verdict: String, Sendable, Codable, CaseIterable {
    case approved
    case changesRequested = "changes-requested"
    /// The person's earlier verdict is withdrawn.
    case withdrawn
}
