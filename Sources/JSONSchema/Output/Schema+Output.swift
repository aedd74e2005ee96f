package import JSONText

/// The output formats that the specification defines.
package enum OutputFormat: String, Sendable, CaseIterable {
    /// The validity only.
    case flag
    /// A flat list of every error or every annotation.
    case basic
    /// A condensed tree of errors or annotations that follows the schema's nesting.
    case detailed
}

/// An annotation that a subschema attaches to a value.
package struct AppliedAnnotation: Sendable {
    /// The pointer of the annotated value.
    package let instance: JSONPointer
    package let keyword: String
    /// The URI of the subschema with the keyword.
    package let schemaLocation: String
    package let value: AnnotationValue
}

extension Schema {
    /// Returns the validation result in one of the specification's formats, as JSON.
    package func output(for value: JSONValue, format: OutputFormat) -> [UInt8] {
        var writer = JSONWriter()
        if format == .flag {
            writer.beginObject()
            writer.name("valid")
            writer.bool(isValid(value))
            writer.endObject()
            return writer.bytes
        }
        let root = unit(for: value)
        switch format {
        case .basic:
            var flat = root
            flat.message = nil
            flat.children = root.flattened
            flat.write(to: &writer)
        case .flag, .detailed: (root.condensed ?? root.withoutChildren).write(to: &writer)
        }
        return writer.bytes
    }

    /// Returns every annotation of a valid value; none for an invalid one.
    package func annotations(of value: JSONValue) -> [AppliedAnnotation] {
        let root = unit(for: value)
        guard root.isValid else { return [] }
        return root.flattened.compactMap { unit in
            guard let value = unit.annotation, let keyword = unit.keywordLocation.tokens.last else { return nil }
            let location = unit.absoluteKeywordLocation
            let slash = location.lastIndex(of: "/") ?? location.endIndex
            return AppliedAnnotation(
                instance: unit.instanceLocation, keyword: keyword, schemaLocation: String(location[..<slash]),
                value: value)
        }
    }

    private func unit(for value: JSONValue) -> OutputUnit {
        var tracer = OutputTracer(graph, budget: budget())
        var evaluated = Evaluated(isTracked: false)
        return OutputUnit(tracer.trace(0, value, at: JSONPointer(), path: [], &evaluated), in: graph)
    }
}

extension OutputUnit {
    fileprivate var withoutChildren: OutputUnit {
        var copy = self
        copy.children = []
        return copy
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("valid")
        writer.bool(isValid)
        writer.name("keywordLocation")
        writer.string(keywordLocation.description)
        writer.name("absoluteKeywordLocation")
        writer.string(absoluteKeywordLocation)
        writer.name("instanceLocation")
        writer.string(instanceLocation.description)
        if let message, !isValid {
            writer.name("error")
            writer.string(message)
        }
        if let annotation {
            writer.name("annotation")
            annotation.write(to: &writer)
        }
        if !children.isEmpty || (!isValid && message == nil) {
            writer.name(isValid ? "annotations" : "errors")
            writer.beginArray()
            for child in children { child.write(to: &writer) }
            writer.endArray()
        }
        writer.endObject()
    }
}
