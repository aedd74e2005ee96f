import JSONText

/// One child of a constraint layout, as far as it can be read from a possibly invalid document.
struct ConstrainedChild {
    let tagValue: JSONValue?
    let constraintsValue: JSONValue?
    let constraints: [Constraint]

    var tag: String? { tagValue?.string }

    /// Returns the children of a layout, in order.
    static func all(in layout: JSONValue) -> [ConstrainedChild] {
        (layout["elements"].map { Array($0.elements) } ?? []).map { child in
            let constraints = child["constraints"].flatMap { $0.kind == .array ? $0 : nil }
            return ConstrainedChild(
                tagValue: child["tag"], constraintsValue: constraints,
                constraints: constraints?.elements.compactMap(Constraint.init) ?? [])
        }
    }

    /// One constraint of a child.
    struct Constraint {
        let value: JSONValue
        let type: String
        let axis: ConstraintAxis
        let referenceValue: JSONValue?

        var reference: String? { referenceValue?.string }

        /// The properties by which constraints are compared.
        struct Meaning: Hashable {
            let type: String
            let reference: JSONName?
            var constant: JSONNumber?

            /// The same properties without the constant.
            var withoutConstant: Meaning { Meaning(type: type, reference: reference, constant: nil) }
        }

        var meaning: Meaning {
            Meaning(type: type, reference: reference.map { JSONName($0) }, constant: value["constant"]?.number)
        }

        init?(_ value: JSONValue) {
            guard let type = value["type"]?.word, let axis = ConstraintAxis(type: type) else { return nil }
            self.value = value
            self.type = type
            self.axis = axis
            // A width or height must not have a reference. The schema reports such a reference, so it is ignored here.
            referenceValue = type == "width" || type == "height" ? nil : value["reference"]
        }
    }
}
