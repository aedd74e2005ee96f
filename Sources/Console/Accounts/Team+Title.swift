import Publishing

extension Team {
    /// The team's name on pages.
    var title: String {
        switch self {
        case .ios: Texts["accounts.team-ios"]
        case .android: Texts["accounts.team-android"]
        case .web: Texts["accounts.team-web"]
        case .backend: Texts["accounts.team-backend"]
        case .design: Texts["accounts.team-design"]
        }
    }
}
