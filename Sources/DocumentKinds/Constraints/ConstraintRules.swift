import JSONText
import SchemaRepository

/// The rules of constraint layouts: the children's tags, the references of their constraints, and solvability.
struct ConstraintRules: DocumentRules {
    /// The value of `x-layout` that selects these rules.
    static let layout = "constraints"

    static let superview = "superview"

    private static let unknownTag = "document.unknownTag"

    func diagnostics(of value: JSONValue, in document: JSONDocument) -> [Diagnostic] {
        let children = ConstrainedChild.all(in: value)
        // References to an element whose tag is missing would be reported as unknown, although the missing tag is the
        // only fault.
        let isReadable = children.allSatisfy { $0.tag != nil }
        let naming =
            tags(of: children, in: document)
            + references(of: children, in: document).filter { isReadable || $0.code != Self.unknownTag }
        let warnings = unconstrainedAxes(of: children, in: document)
        // A wrong name changes the graph of references, so cycles and conflicts may be mere consequences of the name.
        guard isReadable, naming.isEmpty else { return naming + warnings }
        return cycles(among: children, in: document) + conflicts(of: children, in: document) + warnings
    }

    private func tags(of children: [ConstrainedChild], in document: JSONDocument) -> [Diagnostic] {
        var seen: Set<JSONName> = []
        return children.compactMap { child in
            guard let value = child.tagValue, let tag = child.tag else { return nil }
            if tag == Self.superview {
                let message = "`\(Self.superview)` names the wrapper itself; give the element another tag"
                return .rule("reservedTag", message, at: value, in: document)
            }
            guard !seen.insert(JSONName(tag)).inserted else { return nil }
            return .rule("duplicateTag", "Another element already has the tag \(code: tag)", at: value, in: document)
        }
    }

    private func references(of children: [ConstrainedChild], in document: JSONDocument) -> [Diagnostic] {
        let tags = children.compactMap(\.tag)
        // With duplicate tags it is unclear which element a reference names.
        let counts = Dictionary(tags.map { (JSONName($0), 1) }, uniquingKeysWith: +)
        return children.flatMap { child in
            child.constraints.compactMap { constraint -> Diagnostic? in
                guard let value = constraint.referenceValue, let reference = constraint.reference,
                    reference != Self.superview
                else { return nil }
                let name = JSONName(reference)
                if child.tag?.isExactly(reference) ?? false {
                    if counts[name, default: 0] > 1 { return nil }
                    let message = "A constraint cannot refer to its own element"
                    return .rule("selfReference", message, at: value, in: document)
                }
                guard counts[name] == nil else { return nil }
                let others = tags.filter { $0 != child.tag } + [Self.superview]
                let suggestion = Suggestion.nearest(to: reference, among: others)
                let message =
                    "No element of this wrapper has the tag \(code: reference)" + Diagnostic.didYouMean(suggestion)
                return .rule("unknownTag", message, at: value, in: document, suggestion: suggestion)
            }
        }
    }

    private func cycles(among children: [ConstrainedChild], in document: JSONDocument) -> [Diagnostic] {
        ConstraintAxis.allCases.flatMap { axis in
            ReferenceCycles(children: children, axis: axis).found.map { cycle in
                let message = "The \(axis.adjective) positions of these elements depend on each other: \(cycle.path)"
                return .rule("constraintCycle", message, at: cycle.reference, in: document)
            }
        }
    }

    private func conflicts(of children: [ConstrainedChild], in document: JSONDocument) -> [Diagnostic] {
        children.flatMap { child in
            ConstraintAxis.allCases.compactMap { conflict(along: $0, of: child, in: document) }
        }
    }

    /// Returns the fault of the first constraint that contradicts earlier ones along an axis: a third constraint,
    /// because two determine position and size, or a constraint that repeats an earlier one with another constant.
    private func conflict(
        along axis: ConstraintAxis, of child: ConstrainedChild, in document: JSONDocument
    ) -> Diagnostic? {
        var independent: Set<ConstrainedChild.Constraint.Meaning> = []
        var constants: [ConstrainedChild.Constraint.Meaning: JSONNumber] = [:]
        for constraint in child.constraints where constraint.axis == axis {
            let meaning = constraint.meaning
            guard independent.insert(meaning).inserted else { continue }
            if let constant = meaning.constant {
                if let settled = constants.updateValue(constant, forKey: meaning.withoutConstant) {
                    let against = constraint.reference.map { " relative to \(code: $0)" } ?? ""
                    let message =
                        "`\(meaning.type)`\(against) already has the constant \(settled.text); "
                        + "it cannot also have \(constant.text)"
                    return .rule("constraintConflict", message, at: constraint.value, in: document)
                }
            }
            guard independent.count > 2 else { continue }
            let message =
                "Two constraints already determine the \(axis.adjective) position and size of this element; "
                + "remove one of the three"
            return .rule("constraintConflict", message, at: constraint.value, in: document)
        }
        return nil
    }

    private func unconstrainedAxes(of children: [ConstrainedChild], in document: JSONDocument) -> [Diagnostic] {
        children.flatMap { child in
            ConstraintAxis.allCases.compactMap { axis -> Diagnostic? in
                // The effect of an invalid constraint is unknown.
                guard let value = child.constraintsValue, value.count == child.constraints.count,
                    !child.constraints.contains(where: { $0.axis == axis })
                else { return nil }
                let message = "No constraint determines this element's \(axis.adjective) position"
                return .rule("unconstrainedAxis", message, at: value, in: document, severity: .warning)
            }
        }
    }
}
