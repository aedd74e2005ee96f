import DocumentKinds
import JSONSchema
import JSONText

/// The schemas of all pages of a form, which decide to which page an error in the common data belongs. A page is what
/// the form's document calls a step.
final class FormSchemas {
    /// A fault of the data, with the schema of the page that reports it.
    struct PageFault {
        let fault: SchemaFault
        let schema: FormSchema
    }

    private let schemas: [FormSchema]
    /// The index of the first page that declares a member, by the member's name.
    private lazy var firstPages = findFirstPages(\.declared)
    /// The index of the first page that declares a member in any case, not only in some alternatives, by name.
    private lazy var certainPages = findFirstPages(\.certain)

    /// The results of `lastPages`, by page.
    private var groupPages: [Int: [Int]] = [:]
    /// The faults of the data that were validated last, by page.
    private var known: (data: FormValue, faults: [Int: [SchemaFault]?]) = (.null, [:])

    /// Creates the schemas of all pages, in order; nothing is compiled before it is needed.
    init(_ steps: [FormStep], work: WorkBudget) {
        schemas = steps.map { FormSchema($0.jsonSchema, work: work) }
    }

    /// The schema of a page, from 0.
    subscript(_ page: Int) -> FormSchema { schemas[page] }

    /// Returns the faults of the data that belong to a page (`page` from 0); nil if the data exceed the limits of
    /// documents. `entered` is the number of pages filled so far.
    ///
    /// Members that only other pages declare are left out before a page's validation, except those that the page's
    /// conditions and requirements refer to. A fault that members of pages not entered yet may cure is left out. The
    /// fault of a member belongs to the page with the member's field.
    func faults(of data: FormValue, page: Int, entered: Int) -> [PageFault]? {
        var found: [PageFault] = []
        for other in 0..<entered where other == page || names(other, membersOf: page) {
            guard let faults = faults(of: data, by: other) else { return nil }
            found += faults.filter {
                isReported($0, of: data, by: other) && self.page(of: $0, by: other, entered) == page
            }
            .map { PageFault(fault: $0, schema: schemas[other]) }
        }
        return found
    }

    /// Returns the faults of the data by the schema of a page.
    private func faults(of data: FormValue, by page: Int) -> [SchemaFault]? {
        if known.data != data { known = (data, [:]) }
        if let faults = known.faults[page] { return faults }
        let faults = schemas[page].faults(of: own(data, of: page))
        known.faults[page] = .some(faults)
        return faults
    }

    /// Returns true if the schema of `page` names members whose fields are on the page `other`.
    private func names(_ page: Int, membersOf other: Int) -> Bool {
        let members = schemas[page].members
        let names = members.declared.union(members.mentioned)
        return schemas[page].work.spend(names.count) && names.contains { otherPage(of: $0, for: page) == other }
    }

    /// Returns false for faults that are not those of a page: a fault of a member that only other pages declare, unless
    /// the page forbids the member, and a violation of `maxProperties` that would not exist without such members.
    private func isReported(_ fault: SchemaFault, of data: FormValue, by page: Int) -> Bool {
        // Without a schema, the fault says that the validation is incomplete.
        guard let schema = fault.schema else { return true }
        let keyword = fault.diagnostic.keyword ?? ""
        guard let first = fault.diagnostic.pointer.tokens.first else {
            guard keyword == "maxProperties", schemas[page].members.isUnconditional(schema),
                let limit = schema["maxProperties"]?.integer
            else { return true }
            return data.names.count { !isForeign(JSONName($0), to: page) } > limit
        }
        return ["not", "dependentSchemas", "dependencies"].contains(keyword) || !isForeign(JSONName(first), to: page)
    }

    /// Returns the page to which a fault by the schema of `page` belongs; nil if members of pages that are not entered
    /// yet may cure it.
    private func page(of fault: SchemaFault, by page: Int, _ entered: Int) -> Int? {
        guard schemas.count > 1, fault.schema != nil else { return page }
        let members = schemas[page].members
        let ends = lastPages(of: page)
        var last = members.groups(of: fault, within: schemas[page].work).reduce(page) { max($0, ends[$1]) }
        let token = fault.diagnostic.pointer.tokens.first
        // These keywords depend on all members that the page's schema knows.
        if ["minProperties", "const", "enum"].contains(fault.diagnostic.keyword) && token == nil
            || fault.diagnostic.keyword == "unevaluatedProperties"
        {
            last = max(last, self.last(ofPagesWith: members.mentioned, for: page))
        }
        guard let name = (token ?? fault.missing).map({ JSONName($0) }), !members.certain.contains(name) else {
            guard last < entered else { return nil }
            return token == nil && fault.missing == nil ? last : page
        }
        let other = otherPage(of: name, for: page)
        guard max(last, other ?? page) < entered else { return nil }
        return other ?? page
    }

    /// Returns the last page with the field of one of the names, at least `page`.
    private func last(ofPagesWith names: Set<JSONName>, for page: Int) -> Int {
        guard schemas[page].work.spend(names.count) else { return page }
        return names.reduce(page) { max($0, otherPage(of: $1, for: page) ?? page) }
    }

    /// Returns, for each group in the `members` of a page, the last page with a field that the group names.
    private func lastPages(of page: Int) -> [Int] {
        if let known = groupPages[page] { return known }
        let pages = schemas[page].members.groups.map { last(ofPagesWith: $0.names, for: page) }
        groupPages[page] = pages
        return pages
    }

    /// Returns the first page that has the field of a member in any case. If there is none, returns the first page that
    /// declares the member, unless `page` declares it. Nil if `page` itself has the field in any case, or if no page is
    /// found.
    private func otherPage(of name: JSONName, for page: Int) -> Int? {
        let members = schemas[page].members
        guard !members.certain.contains(name) else { return nil }
        return certainPages[name] ?? (members.declared.contains(name) ? nil : firstPages[name])
    }

    private func own(_ data: FormValue, of page: Int) -> FormValue {
        guard schemas.count > 1, case .object(let members) = data, schemas[page].work.spend(members.count) else {
            return data
        }
        let mentioned = schemas[page].members.mentioned
        return .object(
            members.filter { member in
                let name = JSONName(member.name)
                return mentioned.contains(name) || !isForeign(name, to: page)
            })
    }

    /// Returns true if other pages declare a member and `page` does not.
    private func isForeign(_ name: JSONName, to page: Int) -> Bool {
        schemas.count > 1 && !schemas[page].members.declared.contains(name) && firstPages[name] != nil
    }

    private func findFirstPages(_ names: KeyPath<FormMembers, Set<JSONName>>) -> [JSONName: Int] {
        var pages: [JSONName: Int] = [:]
        for (page, schema) in schemas.enumerated() {
            for name in schema.members[keyPath: names] where pages[name] == nil { pages[name] = page }
        }
        return pages
    }
}
