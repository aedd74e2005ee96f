package import JSONText
import SchemaRepository

/// A sample, or the reason why there is none.
package enum SampleOutcome: Sendable {
    /// A valid value as minified JSON.
    case sample([UInt8])
    case refused(SampleRefusal)

    /// The sample; nil if there is none.
    package var bytes: [UInt8]? {
        if case .sample(let bytes) = self { return bytes }
        return nil
    }
}

/// The reason why no sample was found for a schema.
package struct SampleRefusal: Sendable, Hashable, CustomStringConvertible {
    package enum Reason: String, Sendable, Hashable {
        /// No text was found that has the right length and matches all patterns.
        case text
        /// No number was found within the bounds.
        case number
        /// No list was found with the required elements.
        case array
        /// No object was found with the required members.
        case object
        /// No value was found, for example because keywords contradict each other or no alternative can be met.
        case value
        /// The search took too long or too many tries.
        case tooCostly
    }

    package let reason: Reason
    /// The place in the sample that could not be filled, the deepest if there are several.
    package let pointer: JSONPointer
    /// The subschema that no value was found for: the URI of its resource, `#`, and its JSON Pointer in the resource.
    package let schema: String

    package init(reason: Reason, pointer: JSONPointer, schema: String) {
        self.reason = reason
        self.pointer = pointer
        self.schema = schema
    }

    /// A sentence for people.
    package var description: String {
        let place = pointer.tokens.isEmpty ? "the value itself" : "\(code: pointer)"
        switch reason {
        case .text: return "No text was found for \(place) that has the length and matches the patterns of \(schema)."
        case .number: return "No number was found for \(place) within the bounds of \(schema)."
        case .array: return "No list was found for \(place) with the elements that \(schema) requires."
        case .object: return "No object was found for \(place) with the properties that \(schema) requires."
        case .value: return "No value was found for \(place) that \(schema) accepts."
        case .tooCostly: return "The search for a value of \(schema) took too long; it stopped at \(place)."
        }
    }
}
