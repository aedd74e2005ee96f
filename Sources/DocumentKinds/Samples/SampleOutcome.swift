package import JSONText
import SchemaRepository

/// A sample, or why there is none.
package enum SampleOutcome: Sendable {
    /// A valid value as minified JSON.
    case sample([UInt8])
    case refused(SampleRefusal)

    /// The sample, nil where there is none.
    package var bytes: [UInt8]? {
        if case .sample(let bytes) = self { return bytes }
        return nil
    }
}

/// Why the generator does not accept a schema.
package struct SampleRefusal: Sendable, Hashable, CustomStringConvertible {
    package enum Reason: String, Sendable, Hashable {
        /// No text was found that is as long as it should be and matches every pattern.
        case text
        /// No number was found within the bounds.
        case number
        /// No list was found with as many different elements as it should have.
        case array
        /// No object was found with the members it should have.
        case object
        /// No value was found at all: the keywords contradict each other, or none of the alternatives can be met.
        case value
        /// The search became too long.
        case tooCostly
    }

    package let reason: Reason
    /// Where in the sample the difficulty was.
    package let pointer: JSONPointer
    /// The subschema that was not met: the URI of its resource, `#`, and its JSON Pointer there.
    package let schema: String

    package init(reason: Reason, pointer: JSONPointer, schema: String) {
        self.reason = reason
        self.pointer = pointer
        self.schema = schema
    }

    /// A sentence for a person.
    package var description: String {
        let place = pointer.tokens.isEmpty ? "the value itself" : "`\(pointer)`"
        switch reason {
        case .text: return "No text was found for \(place) that has the length and matches the patterns of \(schema)."
        case .number: return "No number was found for \(place) within the bounds of \(schema)."
        case .array: return "No list was found for \(place) with the elements that \(schema) asks for."
        case .object: return "No object was found for \(place) with the members that \(schema) asks for."
        case .value: return "No value was found for \(place) that \(schema) accepts."
        case .tooCostly: return "Looking for a value of \(schema) took too long; it came as far as \(place)."
        }
    }
}
