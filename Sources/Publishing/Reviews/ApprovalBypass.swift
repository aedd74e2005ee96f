/// A release that published a revision with fewer approvals than its policy required.
package struct ApprovalBypass: Sendable, Hashable {
    package let release: Int
    package let revision: Int
    /// The number of approvals that the policy required.
    package let required: Int
    /// The number of approvals that the revision had.
    package let given: Int
    package let reason: String
    package let author: Actor

    package init(release: Int, revision: Int, required: Int, given: Int, reason: String, author: Actor) {
        self.release = release
        self.revision = revision
        self.required = required
        self.given = given
        self.reason = reason
        self.author = author
    }
}
