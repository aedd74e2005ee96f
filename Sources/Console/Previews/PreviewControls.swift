import MicroHTTP
import Preview
import Publishing

/// The options beside a preview in four groups: screen, language, client and content.
struct PreviewControls: Sendable {
    /// The options as a query without its question mark; empty for the defaults.
    var query: String
    /// A short summary of each group.
    var screen: String
    var language: String
    var client: String
    var content: String

    var devices: [Choice]
    var themes: [Choice]
    var scales: [Choice]
    var languages: [Choice]
    var directions: [Choice]
    var platforms: [Choice]
    var clientVersion: String
    /// The choice between the whole document and the edition of the client.
    var editions: [Choice]
    var hasSteps: Bool
    var steps: [Choice]
    var hasStates: Bool
    var states: [Choice]
    var hasMoments: Bool
    var moments: [Choice]
    /// The choices of data for a form or questionnaire: none, generated test data, or saved test data.
    var fillings: [Choice]
    var fillingsHref: String
    var actions: [Choice]
    /// The addresses to which the page's form is sent to compare devices and to create a link for a phone.
    var matrixAction: String
    var linkAction: String

    static let sample = PreviewControls(
        query: "device=compact", screen: "Small phone · Dark", language: "Of the text", client: "iOS 5.3.1",
        content: "Step 2 of 3", devices: Choice.sample, themes: Choice.sample, scales: Choice.sample,
        languages: Choice.sample, directions: Choice.sample, platforms: Choice.sample, clientVersion: "5.3.1",
        editions: Choice.sample,
        hasSteps: true, steps: Choice.sample, hasStates: true, states: Choice.sample, hasMoments: true,
        moments: Choice.sample, fillings: Choice.sample, fillingsHref: "/features/home.offers/fillings",
        actions: Choice.sample, matrixAction: "/features/home.offers/texts/matrices",
        linkAction: "/features/home.offers/texts/links")
}

extension PreviewControls {
    /// Creates the controls of a document, with the choices in `options`.
    init(
        _ options: PreviewOptions, platforms: [Platform], document: Traits, fillingsHref: String = "",
        matrixAction: String, linkAction: String
    ) {
        query = options.query
        screen = Self.screen(options)
        language = Self.language(options)
        client =
            (options.client(among: platforms) ?? PreviewWords.anyClient)
            + (options.showsEdition ? " · \(PreviewWords.edition)" : "")
        content = Self.content(options, document)
        let isNamed = Device.allCases.contains(options.device)
        devices = (Device.allCases + (isNamed ? [] : [options.device])).map {
            Choice(value: $0.rawValue, label: $0.label, isChosen: $0 == options.device)
        }
        themes = Theme.allCases.map { Choice(value: $0.rawValue, label: $0.title, isChosen: $0 == options.theme) }
        scales = Self.scales(options.fontScale)
        languages = Self.languages(options.language)
        directions = Direction.allCases.map {
            Choice(value: $0.rawValue, label: $0.title, isChosen: $0 == options.direction)
        }
        self.platforms =
            [Choice(value: "", label: PreviewWords.anyPlatform, isChosen: options.platform == nil)]
            + platforms.map { Choice(value: $0.name, label: $0.title, isChosen: $0.name == options.platform) }
        clientVersion = options.clientVersion ?? ""
        editions = [
            Choice(value: "", label: PreviewWords.wholeDocument, isChosen: !options.showsEdition),
            Choice(value: "1", label: PreviewWords.edition, isChosen: options.showsEdition),
        ]
        hasSteps = document.steps > 1
        steps = (1...max(document.steps, 1)).map {
            Choice(
                value: "\($0)", label: PreviewWords.step($0, of: document.steps), isChosen: $0 == options.step)
        }
        hasStates = document.hasStates
        states = ScreenState.allCases.map {
            Choice(value: $0.rawValue, label: $0.title, isChosen: $0 == options.state)
        }
        hasMoments = document.isFilled
        moments = FormMoment.allCases.map {
            Choice(value: $0.rawValue, label: $0.title, isChosen: $0 == options.moment)
        }
        fillings = Self.fillings(options.filling, saved: document.fillings)
        self.fillingsHref = fillingsHref
        actions = [
            Choice(value: "", label: PreviewWords.shown, isChosen: options.showsActions),
            Choice(value: "0", label: PreviewWords.hidden, isChosen: !options.showsActions),
        ]
        self.matrixAction = matrixAction
        self.linkAction = linkAction
    }

    /// The properties of a document that determine its controls.
    struct Traits: Sendable {
        /// The number of steps of a form; 1 for other documents.
        var steps = 1
        /// True if the document loads its content, and may therefore be loading, empty or failed.
        var hasStates = false
        /// True if people fill the document in and submit it.
        var isFilled = false
        /// The names of the feature's saved test data.
        var fillings: [String] = []
    }

    /// Returns the choices: none, generated test data, all saved test data, and the chosen test data even if it does
    /// not exist.
    private static func fillings(_ chosen: FillingChoice?, saved: [String]) -> [Choice] {
        var names = saved
        if case .saved(let name)? = chosen, !names.contains(name) { names.append(name) }
        return [
            Choice(value: "", label: PreviewWords.nothing, isChosen: chosen == nil),
            Choice(value: "test", label: PreviewWords.testData, isChosen: chosen == .test),
        ]
            + names.map { Choice(value: "saved:\($0)", label: $0, isChosen: chosen == .saved($0)) }
    }

    /// Returns the choices: the detected language, the languages in `Language.ofProduct`, and the chosen one if it is
    /// another.
    static func languages(_ chosen: String?) -> [Choice] {
        let tags = Language.ofProduct + [chosen].compactMap(\.self).filter { !Language.ofProduct.contains($0) }
        return [Choice(value: "", label: PreviewWords.detectedLanguage, isChosen: chosen == nil)]
            + tags.map { Choice(value: $0, label: Language.title($0), isChosen: $0 == chosen) }
    }

    /// Returns the choices: the usual text sizes of phones, and the chosen one if it is another.
    static func scales(_ chosen: Double) -> [Choice] {
        let known = [0.85, 1, 1.15, 1.3, 1.5, 2, 2.5, 3]
        return (known.contains(chosen) ? known : (known + [chosen]).sorted()).map {
            Choice(value: text($0), label: percent($0), isChosen: $0 == chosen)
        }
    }

    private static func text(_ scale: Double) -> String {
        scale == scale.rounded() ? String(Int(scale)) : String(scale)
    }

    private static func percent(_ scale: Double) -> String { "\(Int((scale * 100).rounded())) %" }

    private static func screen(_ options: PreviewOptions) -> String {
        let parts = [options.device.title, options.theme.title]
        return (parts + (options.fontScale == 1 ? [] : [percent(options.fontScale)])).joined(separator: " · ")
    }

    private static func language(_ options: PreviewOptions) -> String {
        let language = options.language.map(Language.title) ?? PreviewWords.detectedLanguage
        return options.direction == .auto ? language : "\(language) · \(options.direction.title)"
    }

    private static func content(_ options: PreviewOptions, _ document: Traits) -> String {
        var parts: [String] = []
        if document.steps > 1, options.step > 1 {
            parts.append(PreviewWords.stepSummary(options.step, of: document.steps))
        }
        if document.isFilled, options.moment != .opened { parts.append(options.moment.title) }
        if document.isFilled {
            switch options.filling {
            case nil: break
            case .test: parts.append(PreviewWords.testData)
            case .saved(let name): parts.append(name)
            }
        }
        if document.hasStates, options.state != .normal { parts.append(options.state.title) }
        if !options.showsActions { parts.append(PreviewWords.actionsHidden) }
        return parts.isEmpty ? PreviewWords.initialState : parts.joined(separator: " · ")
    }
}

extension PreviewOptions {
    /// The options as a query without the question mark.
    var query: String {
        queryItems.map { "\($0.name)=\(PercentCoding.encode($0.value))" }.joined(separator: "&")
    }

    /// Returns a path with a query: first `more`, then the options.
    func address(_ path: String, _ more: String = "") -> String {
        let items = [more, query].filter { !$0.isEmpty }.joined(separator: "&")
        return items.isEmpty ? path : "\(path)?\(items)"
    }

    /// Returns the chosen client in words; nil for any client.
    func client(among platforms: [Platform]) -> String? {
        guard let name = platform else { return clientVersion }
        let title = platforms.title(of: name)
        return clientVersion.map { "\(title) \($0)" } ?? title
    }
}
