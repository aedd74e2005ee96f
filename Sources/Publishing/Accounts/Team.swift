/// A group of people that an account speaks for when schemas are reviewed. The team of a platform also confirms the
/// planned versions of that platform.
package enum Team: String, Sendable, Codable, CaseIterable, Comparable {
    case ios
    case android
    case web
    case backend
    case design

    /// The teams whose approvals the adoption of a schema release needs.
    package static let approving: [Team] = [.ios, .android, .backend]

    /// Returns true if the first team is declared before the second.
    package static func < (left: Team, right: Team) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
}
