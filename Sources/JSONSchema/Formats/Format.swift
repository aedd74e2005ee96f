import Patterns

/// A format that this validator can check; the raw value is its name in schemas.
enum Format: String, Sendable {
    case dateTime = "date-time"
    case date
    case time
    case duration
    case email
    case internationalEmail = "idn-email"
    case hostname
    case internationalHostname = "idn-hostname"
    case ipv4
    case ipv6
    case uri
    case uriReference = "uri-reference"
    case iri
    case iriReference = "iri-reference"
    case uriTemplate = "uri-template"
    case uuid
    case jsonPointer = "json-pointer"
    case relativeJSONPointer = "relative-json-pointer"
    case regex

    /// Creates the format with that name; nil if the draft does not define it, so that any text is valid.
    init?(name: String, in draft: Draft) {
        guard let format = Format(rawValue: name), draft >= format.firstDraft else { return nil }
        self = format
    }

    private var firstDraft: Draft {
        switch self {
        case .dateTime, .email, .hostname, .ipv4, .ipv6, .uri: .draft4
        case .uriReference, .uriTemplate, .jsonPointer: .draft6
        case .date, .time, .internationalEmail, .internationalHostname, .iri, .iriReference, .relativeJSONPointer,
            .regex:
            .draft7
        case .duration, .uuid: .draft2019
        }
    }

    /// Returns true if a UTF-8 text has the format.
    func accepts(_ text: [UInt8]) -> Bool {
        switch self {
        case .dateTime: DateTimeFormat.isDateTime(text)
        case .date: DateTimeFormat.isDate(text[...])
        case .time: DateTimeFormat.isTime(text[...])
        case .duration: DurationFormat.accepts(text)
        case .email: EmailFormat(isInternational: false).accepts(text)
        case .internationalEmail: EmailFormat(isInternational: true).accepts(text)
        case .hostname: HostnameFormat.acceptsASCII(text)
        case .internationalHostname: HostnameFormat.acceptsInternational(text)
        case .ipv4: AddressFormat.isIPv4(text[...])
        case .ipv6: AddressFormat.isIPv6(text[...])
        case .uri: URIFormat(isInternational: false).acceptsAbsolute(text)
        case .uriReference: URIFormat(isInternational: false).acceptsReference(text)
        case .iri: URIFormat(isInternational: true).acceptsAbsolute(text)
        case .iriReference: URIFormat(isInternational: true).acceptsReference(text)
        case .uriTemplate: URITemplateFormat.accepts(text)
        case .uuid: UUIDFormat.accepts(text)
        case .jsonPointer: PointerFormat.isPointer(text[...])
        case .relativeJSONPointer: PointerFormat.isRelativePointer(text)
        case .regex: (try? Pattern(String(decoding: text, as: UTF8.self))) != nil
        }
    }
}
