import SchemaRepository
import TestSupport

/// A generator of a small random schema repository and of valid documents for it.
struct RandomRepository {
    /// The versions in `x-since` and `x-removed`.
    static let versions = ["1", "1.9", "1.10", "2", "3.0", "4"]

    /// The values that a property accepts: `word` is a value of an enum, `list` a list of elements, `words` a list of
    /// enum values, `either` one of two types.
    private enum Form: CaseIterable { case text, word, element, list, words, either }

    private struct Property {
        let form: Form
        let isRequired: Bool
        var schema: String
    }

    private struct Component {
        let name: String
        let type: String
        /// JSON members, each with a comma at the end; may be empty.
        var annotations: String
        /// The type of `label`, by which two components of the same `type` differ; nil without a label.
        let labelType: String?
        var properties: [Property]
    }

    private var numbers: SeededNumbers
    private var components: [Component] = []
    /// The annotations of the enum values `a` to `d`, each a JSON object.
    private var words: [String] = []

    init(seed: UInt64) {
        numbers = SeededNumbers(seed: seed)
        words = (0..<4).map { word in "{\(annotations())\(unknownAs(after: word))\"title\":\"W\"}" }
        for number in 0..<4 { components.append(component("C\(number)", type: "C\(number)")) }
        components.append(component("T0", type: "T", labelType: "string"))
        components.append(component("T1", type: "T", labelType: "number"))
        // One component that all versions know, so that some documents have editions.
        components.append(Component(name: "Plain", type: "Plain", annotations: "", labelType: nil, properties: []))
    }

    var documents: [RepositoryFile] {
        let branches = components.map { #"{"$ref":"/\#($0.name)"}"# }.joined(separator: ",")
        let union =
            #"{"x-fallback":true,"type":"object","required":["type"],"x-discriminator":"type","oneOf":[\#(branches)]}"#
        let entries = zip("abcd", words).map { "\"\($0)\":\($1)" }.joined(separator: ",")
        let word = #"{"x-kind":"enum","type":"string","enum":["a","b","c","d"],"x-enum":{\#(entries)}}"#
        let base = #"{"properties":{"fallback":{"oneOf":[{"const":"drop","type":"string"},{"$ref":"/Element"}]}}}"#
        let own = components.map { (name: $0.name, text: Self.schema(of: $0)) }
        return (own + [("document", union), ("Element", union), ("Word", word), ("Base", base)]).map {
            RepositoryFile(path: "\($0.0).json", bytes: Array($0.1.utf8))
        }
    }

    /// Returns a valid document.
    mutating func document() -> String { element(depth: 0) }

    /// Returns the repository with one additional `x-since`, or unchanged if twenty tries find no place for one.
    func raised(seed: UInt64) -> RandomRepository {
        var copy = self
        copy.numbers = SeededNumbers(seed: seed)
        let since = #""x-since":{"ios":"\#(copy.pick(Self.versions))"},"#
        func isBare(_ text: String) -> Bool { !text.contains("x-since") }
        for _ in 0..<20 {
            let component = copy.below(copy.components.count)
            switch copy.below(3) {
            case 0 where isBare(copy.components[component].annotations):
                copy.components[component].annotations += since
                return copy
            case 1 where !copy.components[component].properties.isEmpty:
                let property = copy.below(copy.components[component].properties.count)
                guard isBare(copy.components[component].properties[property].schema) else { continue }
                copy.components[component].properties[property].schema.insert(contentsOf: since, at: Self.afterBrace)
                return copy
            case 2:
                let word = copy.below(4)
                guard isBare(copy.words[word]) else { continue }
                copy.words[word].insert(contentsOf: since, at: Self.afterBrace)
                return copy
            default: continue
            }
        }
        return copy
    }

    /// The place after the opening brace of an object's text.
    private static let afterBrace = "{".endIndex

    // MARK: Schemas

    private static func schema(of component: Component) -> String {
        let label = component.labelType.map { #","label":{"type":"\#($0)"}"# } ?? ""
        let own = component.properties.enumerated().map { #","p\#($0.offset)":\#($0.element.schema)"# }.joined()
        let required = component.properties.enumerated().filter(\.element.isRequired).map { "\"p\($0.offset)\"" }
        let demanded = (required + (component.labelType == nil ? [] : ["\"label\""])).joined(separator: ",")
        return #"""
            {"x-kind":"component","x-name":"\#(component.name)","x-fallback":true,\#(component.annotations)"type":"object",
             "allOf":[{"$ref":"/Base"}],"properties":{"type":{"const":"\#(component.type)"}\#(label)\#(own)},
             "required":[\#(demanded)],"unevaluatedProperties":false}
            """#
    }

    private mutating func component(_ name: String, type: String, labelType: String? = nil) -> Component {
        let annotations = annotations()
        let properties = (0..<below(4)).map { _ in property() }
        return Component(
            name: name, type: type, annotations: annotations, labelType: labelType, properties: properties)
    }

    private mutating func property() -> Property {
        let form = pick(Form.allCases)
        let isRequired = below(4) == 0
        let ignorable = !isRequired && below(3) == 0 ? #""x-ignorable":true,"# : ""
        let drop = below(2) == 0 ? #""x-unknown-items":"drop","# : ""
        let body =
            switch form {
            case .text: #""type":"string""#
            case .word: ##""$ref":"/Word""##
            case .element: ##""$ref":"/Element""##
            case .list: ##"\##(drop)"type":"array","items":{"$ref":"/Element"}"##
            case .words: ##"\##(drop)"type":"array","items":{"$ref":"/Word"}"##
            case .either:
                #""anyOf":[{\#(annotations())"type":"string"},{\#(annotations())"type":["string","number"]}]"#
            }
        return Property(form: form, isRequired: isRequired, schema: "{\(annotations())\(ignorable)\(body)}")
    }

    /// Returns random version annotations as JSON members, each with a comma at the end; may be empty.
    private mutating func annotations() -> String {
        let since = below(Self.versions.count)
        switch below(12) {
        case 0...4: return ""
        case 5: return #""x-since":{},"#
        case 6: return #""x-unsupported":{"web":"no"},"#
        case 7: return #""x-removed":{"ios":"\#(Self.versions[since])"},"#
        case 8 where since > 0:
            return
                #""x-since":{"ios":"\#(Self.versions[below(since)])"},"x-removed":{"ios":"\#(Self.versions[since])"},"#
        default: return #""x-since":{"ios":"\#(Self.versions[since])"},"#
        }
    }

    private mutating func unknownAs(after word: Int) -> String {
        below(2) == 0 ? "" : #""unknownAs":"\#(pick(Array("abcd")))","#
    }

    // MARK: Documents

    private mutating func element(depth: Int) -> String {
        let component = depth > 2 ? components[components.count - 1] : pick(components)
        var members = [#""type":"\#(component.type)""#]
        if let label = component.labelType { members.append(#""label":\#(label == "string" ? "\"x\"" : "7")"#) }
        for (number, property) in component.properties.enumerated() where property.isRequired || below(3) > 0 {
            members.append("\"p\(number)\":\(value(of: property.form, depth: depth + 1))")
        }
        let fallback = below(6)
        if fallback == 0 { members.append(#""fallback":"drop""#) }
        if (1...2).contains(fallback), depth < 3 { members.append("\"fallback\":\(element(depth: depth + 1))") }
        return "{\(members.joined(separator: ","))}"
    }

    private mutating func value(of form: Form, depth: Int) -> String {
        switch form {
        case .text: return "\"t\""
        case .word: return "\"\(pick(Array("abcd")))\""
        case .element: return element(depth: depth)
        case .list: return "[\((0..<below(3)).map { _ in element(depth: depth) }.joined(separator: ","))]"
        case .words: return "[\((0..<below(4)).map { _ in "\"\(pick(Array("abcd")))\"" }.joined(separator: ","))]"
        case .either: return below(2) == 0 ? "\"e\"" : "1.50"
        }
    }

    private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }

    private mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }
}
