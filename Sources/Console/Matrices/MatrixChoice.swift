import MicroHTTP
import Preview

/// The choices on a matrix page, which shows a preview for each combination of a device, a language and a theme: at
/// most `limit` previews.
struct MatrixChoice: Sendable {
    /// The maximum number of previews. Each is a document in a frame, which the browser must load and lay out.
    static let limit = 24

    var devices: [Device]
    /// Language tags; an empty one stands for the language that is detected from the document's texts.
    var languages: [String]
    var themes: [Theme]

    /// Parses the repeated parameters `devices`, `languages` and `themes`. Unknown values are ignored; a parameter
    /// without a known value gets two default values.
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

    /// The languages to choose from: the detected one (an empty tag) and those that previews offer
    /// (`Language.ofProduct`).
    static let allLanguages = [""] + Language.ofProduct

    /// The devices to choose from: the standard devices, and the custom sizes in the query.
    var offered: [Device] { Device.allCases + devices.filter { !Device.allCases.contains($0) } }

    /// The number of combinations, which may exceed `limit`.
    var count: Int { devices.count * languages.count * themes.count }

    /// Returns the options of each preview: the given options with one combination of device, language and theme. The
    /// result has at most `limit` combinations.
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

    /// The choices as the query of an address, without the question mark.
    var query: String {
        (devices.map { "devices=\($0.rawValue)" } + languages.map { "languages=\($0.isEmpty ? "text" : $0)" }
            + themes.map { "themes=\($0.rawValue)" }).joined(separator: "&")
    }
}
