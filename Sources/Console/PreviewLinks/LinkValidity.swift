/// The lifetime of a link that opens a preview on another device, or of a test device's token.
enum LinkValidity: String, Sendable, CaseIterable {
    case hour, day, week

    /// The lifetime in seconds.
    var seconds: Double {
        switch self {
        case .hour: 3_600
        case .day: 86_400
        case .week: 604_800
        }
    }

    /// The lifetime in words.
    var title: String { Words.duration(seconds: Int(seconds)) }
}
