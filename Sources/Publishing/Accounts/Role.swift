/// A named set of permissions; an account may have several roles.
package enum Role: String, Sendable, Codable, CaseIterable, Comparable {
    case analyst
    case reviewer
    case releaseManager = "release-manager"
    case administrator

    /// The permissions of the role, defined only here.
    package var permissions: Set<Permission> {
        switch self {
        case .analyst: [.view, .edit]
        case .reviewer: [.view, .review, .readAudit]
        case .releaseManager: [.view, .publish, .breakGlass, .readAudit]
        case .administrator: [.view, .manageSchemas, .managePolicies, .manageAccounts, .readAudit]
        }
    }

    /// Returns true if the first role is declared before the second.
    package static func < (left: Role, right: Role) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
}
