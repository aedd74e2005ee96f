import MicroHTTP
import Preview

/// The devices, languages and themes that a matrix combines.
struct MatrixChoice: Sendable {
    /// The maximum number of frames, because the browser lays out each as a document.
    static let limit = 24

    var devices: [Device]
    /// Language tags; an empty one is the text's own language.
    var languages: [String]
    var themes: [Theme]

    /// Parses the repeated parameters `devices`, `languages` and `themes`; a group without a known value gets two
    /// defaults.
    init(_ query: QueryItems) {
        var devices: [Device] = []
        for device in query.all("devices").compactMap(Device.init) where !devices.contains(device) {
            devices.append(device)
        }
        let asked = query.all("languages")
        let languages = Self.allLanguages.filter { asked.contains($0) || ($0.isEmpty && asked.contains("text")) }
        let themes = Theme.allCases.filter { query.all("themes").contains($0.rawValue) }
        self.devices = devices.isEmpty ? [.compact, .phone] : devices
        self.languages = languages.isEmpty ? ["", "fa"] : languages
        self.themes = themes.isEmpty ? [.light, .dark] : themes
    }

    /// The text's own language and the languages of the product.
    static let allLanguages = [""] + Language.ofProduct

    /// The standard devices, and custom sizes in the address.
    var offered: [Device] { Device.allCases + devices.filter { !Device.allCases.contains($0) } }

    /// The number of frames of the choice.
    var count: Int { devices.count * languages.count * themes.count }

    /// Returns the options of each frame, at most `limit`: the page's options with a device, a language and a theme.
    func options(from options: PreviewOptions) -> [PreviewOptions] {
        var all: [PreviewOptions] = []
        for device in devices {
            for language in languages {
                for theme in themes where all.count < Self.limit {
                    var one = options
                    (one.device, one.language, one.theme) = (device, language.isEmpty ? nil : language, theme)
                    all.append(one)
                }
            }
        }
        return all
    }

    /// The choice as a query.
    var query: String {
        (devices.map { "devices=\($0.rawValue)" } + languages.map { "languages=\($0.isEmpty ? "text" : $0)" }
            + themes.map { "themes=\($0.rawValue)" }).joined(separator: "&")
    }
}
