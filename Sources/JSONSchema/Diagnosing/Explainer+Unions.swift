import JSONText

/// Finds the branch of a union for which a value was most likely written, and explains the faults of the value there.
extension Explainer {
    /// Explains a value that no branch accepts, or that lacks the property that `x-discriminator` names.
    mutating func explainUnion(
        _ union: Union, _ id: SchemaID, _ value: JSONValue, _ evaluated: inout Evaluated
    ) {
        if isDone { return }
        if let discriminator = union.discriminator,
            explain(union, decidedBy: discriminator, id, value, &evaluated)
        {
            return
        }
        if value.kind == .object, let names = exclusiveMembers(of: union.branches) {
            report(.exactlyOne(of: names, present: []), union.keyword, id, value)
            return
        }
        let candidates = union.branches.filter { types(of: $0).contains(value) }
        if candidates.isEmpty {
            let types = union.branches.reduce(TypeSet()) { $0.union(self.types(of: $1)) }
            report(.type(types), union.keyword, id, value)
        } else if let only = candidates.first, candidates.count == 1 {
            let others = union.branches.filter { $0 != only }.reduce(TypeSet()) { $0.union(types(of: $1)) }
            if let allowed = constants(of: [only]), !others.isEmpty {
                let keyword = graph.nodes[only].values?.constant == nil ? "enum" : "const"
                report(.constantsOrTypes(allowed, others), keyword, only, value)
            } else {
                explain(only, value, &evaluated)
            }
        } else if let allowed = constants(of: candidates) {
            report(.enumeration(allowed: allowed, name: graph.name(of: id)), union.keyword, id, value)
        } else {
            explainNearest(of: candidates, union, id, value, &evaluated)
        }
    }

    /// Explains the faults of the branch that the discriminator selects, or why the discriminator's value selects no
    /// branch; returns false, without a report, if the discriminator cannot decide this.
    private mutating func explain(
        _ union: Union, decidedBy discriminator: Discriminator, _ id: SchemaID, _ value: JSONValue,
        _ evaluated: inout Evaluated
    ) -> Bool {
        guard value.kind == .object else {
            if !discriminator.isDeclared { return false }
            report(.type(.object), union.keyword, id, value)
            return true
        }
        guard let decider = value[discriminator.property] else {
            if !discriminator.isDeclared { return false }
            report(.missing(property: discriminator.property, owner: graph.name(of: id)), "required", id, value)
            evaluated.insertAllMembers()
            return true
        }
        switch discriminator.choice(for: decider) {
        case .one(let branch):
            explain(union.branches[branch], value, &evaluated)
            return true
        case .several(let branches):
            explainNearest(of: branches.map { union.branches[$0] }, union, id, value, &evaluated)
            return true
        case .none: break
        }
        if !discriminator.isDeclared && !discriminator.isComplete { return false }
        if decider.kind == .string {
            let allowed = discriminator.constants.map(\.value)
            report(
                .unknownDiscriminator(property: discriminator.property, allowed: allowed, owner: graph.name(of: id)),
                union.keyword, id, decider)
        } else {
            report(.type(.string), union.keyword, id, decider)
        }
        evaluated.insertAllMembers()
        return true
    }

    /// Tries each branch, unless this happens inside two other unions whose branches are being tried, and usually
    /// reports the faults of the branch with the smallest `Distance`. If several branches are equally near or the
    /// nearest one has more than four faults, reports only that no branch fits. Reports nothing if faults that are
    /// already reported may be the reason.
    private mutating func explainNearest(
        of candidates: [SchemaID], _ union: Union, _ id: SchemaID, _ value: JSONValue, _ evaluated: inout Evaluated
    ) {
        evaluated.insertAllMembers()
        evaluated.insertAllItems()
        let attempts = trials < 2 ? candidates.map { faults(of: $0, at: value) } : []
        // One of the branches fails only because of faults that are already reported.
        if attempts.contains(where: { isKnown($0, in: value) }) { return }
        if let decider = decidingFailure(of: attempts, in: value) {
            append([decider])
            return
        }
        let names = self.names(of: candidates)
        if let nearest = Self.nearest(of: attempts, at: value), (1...4).contains(attempts[nearest].count) {
            var failures = attempts[nearest]
            if failures[0].concernsMembers(of: value), !failures.contains(where: \.isMisspelling) {
                let others = names.filter { $0 != graph.name(of: candidates[nearest]) }
                if others.count <= 3 { failures[0].otherForms = others }
            }
            append(failures)
            return
        }
        if hasReportedFaultOfChild(of: value) { return }
        if let place = Self.sharedPlace(of: attempts, in: value) {
            report(.noBranch(names: []), union.keyword, id, place)
            return
        }
        report(.noBranch(names: names), union.keyword, id, value)
    }

    /// Returns the distinct names of branches.
    private func names(of branches: [SchemaID]) -> [String] {
        var names: [String] = []
        for name in branches.compactMap({ graph.name(of: $0) }) where !names.contains(name) { names.append(name) }
        return names
    }

    private mutating func faults(of branch: SchemaID, at value: JSONValue) -> [Failure] {
        attempt { explainer in
            var unused = Evaluated(isTracked: false)
            explainer.explain(branch, value, &unused)
        }
    }

    /// Returns true if there are faults and all of them are at inner values that already have a reported fault.
    private func isKnown(_ some: [Failure], in value: JSONValue) -> Bool {
        !some.isEmpty
            && some.allSatisfy { one in
                one.member == nil && one.value.range != value.range
                    && failures.contains { $0.member == nil && $0.value.range == one.value.range }
            }
    }

    /// Returns true if a fault of one of the value's direct members or items is already reported.
    func hasReportedFaultOfChild(of value: JSONValue) -> Bool {
        if failures.isEmpty { return false }
        let depth = value.pointer.tokens.count + 1
        return failures.contains { failure in
            value.range.contains(failure.value.range.lowerBound) && failure.value.pointer.tokens.count == depth
        }
    }

    /// Returns true if a schema refuses a value only because of inner faults that are already reported.
    mutating func isRefusedForKnownFaults(_ schema: SchemaID, _ value: JSONValue) -> Bool {
        if failures.isEmpty || trials > 1 { return false }
        return isKnown(faults(of: schema, at: value), in: value)
    }

    /// Returns the fault of a member whose value is none of the constants that the branches require; nil if there is no
    /// member for which every branch requires constants and has such a fault.
    private func decidingFailure(of attempts: [[Failure]], in value: JSONValue) -> Failure? {
        guard attempts.count > 1, let first = attempts.first, value.kind == .object else { return nil }
        for failure in first where failure.constants != nil && failure.value.range != value.range {
            guard value.members.contains(where: { $0.value.range == failure.value.range }) else { continue }
            let same = attempts.compactMap { one in
                one.first { $0.value.range == failure.value.range && $0.constants != nil }
            }
            guard same.count == attempts.count else { continue }
            var allowed: [JSONValue] = []
            for constant in same.flatMap({ $0.constants ?? [] })
            where !allowed.contains(where: { $0.isEqual(to: constant) }) {
                allowed.append(constant)
            }
            let types = Self.types(of: ValueKeywords(constant: nil, allowed: allowed))
            let kind: Failure.Kind =
                types.contains(failure.value) ? .enumeration(allowed: allowed, name: nil) : .type(types)
            return Failure(kind: kind, keyword: failure.keyword, schema: failure.schema, value: failure.value)
        }
        return nil
    }

    /// Returns the index of the nearest branch; nil if two branches are equally near but have different faults.
    private static func nearest(of attempts: [[Failure]], at value: JSONValue) -> Int? {
        var best: (distance: Distance, position: Int, isShared: Bool)?
        for (position, failures) in attempts.enumerated() {
            let distance = Distance(of: failures, at: value)
            guard let known = best, !(distance < known.distance) else {
                best = (distance, position, false)
                continue
            }
            if distance == known.distance && !sameFaults(failures, attempts[known.position]) { best?.isShared = true }
        }
        return best.flatMap { $0.isShared ? nil : $0.position }
    }

    /// Returns the inner value at which all faults of the nearest branches are; nil if they are not all at one inner
    /// value.
    private static func sharedPlace(of attempts: [[Failure]], in value: JSONValue) -> JSONValue? {
        let distances = attempts.map { Distance(of: $0, at: value) }
        let nearest = distances.min()
        let failures = zip(attempts, distances).filter { $0.1 == nearest }.flatMap(\.0)
        guard let place = failures.first?.value, place.range != value.range,
            failures.allSatisfy({ $0.value.range == place.range })
        else { return nil }
        return place
    }

    /// Returns true if two branches fail with the same messages at the same values, so that either may be reported.
    private static func sameFaults(_ some: [Failure], _ others: [Failure]) -> Bool {
        func sentence(_ failure: Failure) -> String {
            DiagnosticWording.message(for: failure.kind, found: failure.value).text
        }
        return some.count == others.count
            && zip(some, others).allSatisfy { $0.value.range == $1.value.range && sentence($0) == sentence($1) }
    }

    /// Returns the types that a branch allows, through references and combined schemas up to six levels deep.
    private func types(of branch: SchemaID, depth: Int = 0) -> TypeSet {
        let all = TypeSet.any.union(.literalInteger)
        let node = graph.nodes[branch]
        if let constant = node.constant { return constant ? all : [] }
        var types = Self.widened(node.types)
        if let values = node.values { types.formIntersection(Self.types(of: values)) }
        guard depth < 6 else { return types }
        if let reference = node.references?.reference {
            types.formIntersection(self.types(of: reference, depth: depth + 1))
        }
        if let dynamic = node.references?.dynamic {
            types.formIntersection(self.types(of: evaluator.target(of: dynamic), depth: depth + 1))
        }
        for schema in node.logic?.allOf ?? [] {
            types.formIntersection(self.types(of: schema, depth: depth + 1))
        }
        for union in [node.logic?.anyOf ?? [], node.logic?.oneOf ?? []] where !union.isEmpty {
            types.formIntersection(union.reduce(TypeSet()) { $0.union(self.types(of: $1, depth: depth + 1)) })
        }
        return types
    }

    /// Returns the set with integers added if it contains `number`, and with draft 4's integers if it contains
    /// `integer`.
    private static func widened(_ types: TypeSet) -> TypeSet {
        if types.contains(.number) { return types.union([.integer, .literalInteger]) }
        return types.contains(.integer) ? types.union(.literalInteger) : types
    }

    private static func types(of values: ValueKeywords) -> TypeSet {
        let listed = values.constant.map { [$0] } ?? values.allowed ?? []
        return listed.reduce(TypeSet()) { types, value in
            switch value.kind {
            case .null: types.union(.null)
            case .boolean: types.union(.boolean)
            case .number: types.union([.number, .integer, .literalInteger])
            case .string: types.union(.string)
            case .array: types.union(.array)
            case .object: types.union(.object)
            }
        }
    }

    /// Returns the values of a union whose branches only list values with `const` or `enum`; nil for other unions.
    private func constants(of branches: [SchemaID]) -> [JSONValue]? {
        var all: [JSONValue] = []
        for branch in branches {
            let node = graph.nodes[branch]
            guard let values = node.values, node.objects == nil, node.logic == nil, node.references == nil else {
                return nil
            }
            all += values.constant.map { [$0] } ?? values.allowed ?? []
        }
        return all
    }
}

/// The distance between a value and a branch. Wrong constants and types of the value itself count most, then all other
/// faults; deep faults and misspellings count less, because they suggest that the branch was intended.
private struct Distance: Comparable {
    private let wrongForm: Int
    private let cost: Int

    init(of failures: [Failure], at value: JSONValue) {
        var wrongForm = 0
        var cost = 0
        let depth = value.pointer.tokens.count
        // Only the first of many faults are weighed, to save time; each further one counts as an ordinary fault.
        for failure in failures.prefix(32) {
            if failure.isAbout(value) { wrongForm += failure.wrongness(for: value) }
            cost += failure.cost >> min(4, max(0, failure.value.pointer.tokens.count - depth))
        }
        self.wrongForm = wrongForm
        self.cost = cost + max(0, failures.count - 32) * 64
    }

    static func < (one: Distance, other: Distance) -> Bool {
        (one.wrongForm, one.cost) < (other.wrongForm, other.cost)
    }
}

extension Failure {
    /// Returns true if the fault is at a value or, for a wrong constant, at one of its members.
    fileprivate func isAbout(_ other: JSONValue) -> Bool {
        if value.range == other.range { return true }
        return constants != nil && other.members.contains { $0.value.range == value.range }
    }

    /// Returns true if the fault concerns which members a value has, so that another branch may have been intended.
    fileprivate func concernsMembers(of other: JSONValue) -> Bool {
        guard value.range == other.range else { return false }
        switch kind {
        case .missing, .unknownProperty, .exactlyOne: return true
        default: return false
        }
    }

    /// Returns the weight with which the fault suggests that another branch was intended.
    fileprivate func wrongness(for other: JSONValue) -> Int {
        switch kind {
        case .constant, .constantsOrTypes, .type: 8
        // A value of the right type that is not in the list is as weak a sign as a violated pattern or length.
        case .enumeration where value.range == other.range: isMisspelling || keyword != "type" ? 1 : 2
        // A member of another type than its constants says less about the intended branch than a wrong constant.
        case .enumeration: isMisspelling || keyword == "type" ? 1 : 2
        case .missing, .unknownProperty, .forbiddenProperty: isMisspelling ? 1 : 2
        default: keyword == "type" ? 8 : 1
        }
    }

    /// The fault's share of the distance; 64 for an ordinary fault.
    fileprivate var cost: Int {
        if isMisspelling { return 16 }
        switch kind {
        case .type: return 256
        case .missing, .unknownProperty, .forbiddenProperty: return 96
        default: return keyword == "type" ? 256 : 64
        }
    }

    /// The constants of which the value should be one; nil for faults of other kinds.
    fileprivate var constants: [JSONValue]? {
        switch kind {
        case .constant(let constant): [constant]
        case .enumeration(let allowed, _): allowed
        default: nil
        }
    }

    /// True if the fault is likely a misspelling: of an allowed string, or of the name of a member.
    fileprivate var isMisspelling: Bool {
        switch kind {
        case .enumeration(let allowed, _):
            value.string.map { Suggestion.likely(for: $0, among: allowed.compactMap(\.string)) != nil } ?? false
        case .constant(let constant):
            value.string.map { Suggestion.likely(for: $0, among: [constant.string ?? ""]) != nil } ?? false
        case .unknownProperty(let name, let known, _):
            Suggestion.likely(for: name, among: known.filter { value.member($0) == nil }) != nil
        case .missing(let property, _): Suggestion.likely(for: property, among: value.members.map(\.name)) != nil
        default: false
        }
    }
}
