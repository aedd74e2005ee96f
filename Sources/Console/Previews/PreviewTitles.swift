import Preview

extension Device {
    /// What pages call it.
    var title: String {
        switch self {
        case .compact: "Small phone"
        case .phone: "Phone"
        case .large: "Large phone"
        case .android: "Android phone"
        case .tablet: "Tablet"
        default: "\(width) × \(height)"
        }
    }

    /// What a choice calls it: with its width, where the name does not tell.
    var label: String { Self.allCases.contains(self) ? "\(title), \(width)" : title }
}

extension Direction {
    /// What pages call it.
    var title: String {
        switch self {
        case .auto: "Of the language"
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

extension ScreenState {
    /// What pages call it.
    var title: String {
        switch self {
        case .normal: "Loaded"
        case .loading: "Loading"
        case .empty: "Empty"
        case .error: "Failed"
        }
    }
}

extension FormMoment {
    /// What pages call it.
    var title: String {
        switch self {
        case .opened: PreviewWords.asOpened
        case .submitted: PreviewWords.afterSubmit
        }
    }
}
