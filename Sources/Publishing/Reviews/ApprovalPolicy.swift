/// The number of approvals that publishing a revision requires.
package struct ApprovalPolicy: Sendable, Hashable {
    /// The numbers of approvals that can be required.
    package static let choices = 0...2

    /// The required number; 0 for none.
    package let required: Int
    /// True if the feature has a policy of its own, false if it uses the installation's.
    package let isOwn: Bool

    package init(required: Int, isOwn: Bool = false) {
        self.required = required
        self.isOwn = isOwn
    }
}
