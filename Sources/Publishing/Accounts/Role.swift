/// A set of permissions that an account may hold; it may hold several.
package enum Role: String, Sendable, Codable, CaseIterable, Comparable {
    case analyst
    case reviewer
    case releaseManager = "release-manager"
    case administrator

    /// What the role may do. This table is the only one: whoever needs to know asks here.
    package var permissions: Set<Permission> {
        switch self {
        case .analyst: [.view, .edit]
        case .reviewer: [.view, .review, .readAudit]
        case .releaseManager: [.view, .publish, .breakGlass, .readAudit]
        case .administrator: [.view, .manageSchemas, .manageAccounts, .readAudit]
        }
    }

    /// In the order of the table.
    package static func < (left: Role, right: Role) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
}
