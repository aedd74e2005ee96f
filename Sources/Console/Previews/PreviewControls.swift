import Preview
import Publishing

/// The choices beside a preview: as which client, on what, how.
struct PreviewControls: Sendable {
    var devices: [Choice]
    var platforms: [Choice]
    var clientVersion: String
    var directions: [Choice]
    var themes: [Choice]
    var hasSteps: Bool
    var steps: [Choice]

    init(
        devices: [Choice], platforms: [Choice], clientVersion: String, directions: [Choice], themes: [Choice],
        hasSteps: Bool, steps: [Choice]
    ) {
        (self.devices, self.platforms, self.clientVersion) = (devices, platforms, clientVersion)
        (self.directions, self.themes, self.hasSteps, self.steps) = (directions, themes, hasSteps, steps)
    }

    /// The controls with these options chosen; a document of several steps has one more.
    init(_ options: PreviewOptions, platforms: [Platform], steps count: Int) {
        devices = Device.allCases.map {
            Choice(value: $0.rawValue, label: "\($0.title), \($0.width)", isChosen: $0 == options.device)
        }
        self.platforms =
            [Choice(value: "", label: "Any", isChosen: options.platform == nil)]
            + platforms.map { Choice(value: $0.name, label: $0.title, isChosen: $0.name == options.platform) }
        clientVersion = options.clientVersion ?? ""
        directions = Direction.allCases.map {
            Choice(value: $0.rawValue, label: $0.title, isChosen: $0 == options.direction)
        }
        themes = Theme.allCases.map { Choice(value: $0.rawValue, label: $0.title, isChosen: $0 == options.theme) }
        hasSteps = count > 1
        steps = (1...max(count, 1)).map {
            Choice(value: "\($0)", label: "\($0) of \(count)", isChosen: $0 == options.step)
        }
    }

    static let sample = PreviewControls(
        devices: Choice.sample, platforms: Choice.sample, clientVersion: "5.3.1", directions: Choice.sample,
        themes: Choice.sample, hasSteps: true, steps: Choice.sample)
}

extension Device {
    /// What pages call it.
    var title: String {
        switch self {
        case .compact: "Small phone"
        case .phone: "Phone"
        case .large: "Large phone"
        case .android: "Android phone"
        case .tablet: "Tablet"
        }
    }
}

extension Direction {
    /// What pages call it.
    var title: String {
        switch self {
        case .auto: "Of the text"
        case .ltr: "Left to right"
        case .rtl: "Right to left"
        }
    }
}

extension Theme {
    /// What pages call it.
    var title: String {
        switch self {
        case .light: "Light"
        case .dark: "Dark"
        }
    }
}
