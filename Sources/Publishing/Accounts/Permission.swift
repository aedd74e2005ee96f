/// A permission that roles grant.
package enum Permission: String, Sendable, Codable, CaseIterable {
    /// See features, revisions, previews, releases and the schema catalogue.
    case view
    /// Create features and save revisions.
    case edit
    /// Approve revisions or ask for changes.
    case review
    /// Publish, roll back, remove rules, and switch features off and on.
    case publish
    /// Publish with fewer approvals than the policy requires, with a reason.
    case breakGlass = "break-glass"
    /// Import and adopt schemas, upload preview templates of their entities, and register client builds.
    case manageSchemas = "manage-schemas"
    /// Set how many approvals publishing requires.
    case managePolicies = "manage-policies"
    /// Add accounts, change their roles and reset their passwords.
    case manageAccounts = "manage-accounts"
    /// Read the audit trail.
    case readAudit = "read-audit"
}
