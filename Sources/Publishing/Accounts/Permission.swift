/// A permission that roles grant.
package enum Permission: String, Sendable, Codable, CaseIterable {
    /// See features, revisions, previews, releases and the schema catalogue; comment on revisions, and create preview
    /// links and tokens for test devices.
    case view
    /// Create, clone, archive and restore features, and set their owners and tags; save and name revisions, and request
    /// reviews of them; save test data; withdraw preview links and device tokens of other people; report failures of
    /// rollouts.
    case edit
    /// Approve revisions or ask for changes; approve schema releases for a team.
    case review
    /// Publish, roll back, remove rules, switch features off and on, rename them and set their cache times; change
    /// rollouts, their plans, and schedules; import option lists.
    case publish
    /// Publish with fewer approvals than the policy requires, and adopt schemas without required approvals; both need a
    /// reason.
    case breakGlass = "break-glass"
    /// Import and adopt schemas, upload preview templates for them, and register builds of apps.
    case manageSchemas = "manage-schemas"
    /// Set how many approvals publishing requires.
    case managePolicies = "manage-policies"
    /// Add and disable accounts, change their roles and teams, reset their passwords and end their sessions; manage
    /// webhooks.
    case manageAccounts = "manage-accounts"
    /// Read the audit trail.
    case readAudit = "read-audit"
}
