import DocumentKinds
import JSONSchema
import JSONText

/// The schemas of all pages of a form, which decide to which page an error in the common data belongs.
final class FormSchemas {
    /// A fault of the data, with the schema of the page that reports it.
    struct PageFault {
        let fault: SchemaFault
        let schema: FormSchema
    }

    private let schemas: [FormSchema]
    /// The index of the first page that declares a member.
    private lazy var firstPages = findFirstPages(\.declared)
    /// The index of the first page that declares a member in any case, not only in some alternatives.
    private lazy var certainPages = findFirstPages(\.certain)

    /// Creates the schemas of all pages, in order; nothing is compiled before it is needed.
    init(_ steps: [FormStep], work: WorkBudget) {
        schemas = steps.map { FormSchema($0.jsonSchema, work: work) }
    }

    /// The schema of a page, from 0.
    subscript(_ page: Int) -> FormSchema { schemas[page] }

    /// Returns the faults of the data that belong to a page (`page` from 0); nil if the data exceed the limits of
    /// documents.
    ///
    /// Members that only other pages declare are left out before the validation, except those that the page's
    /// conditions and requirements refer to. A fault that members of later pages can cure, such as a requirement of one
    /// of them, belongs to the last of these pages, because a person cannot enter them before.
    func faults(of data: FormValue, page: Int) -> [PageFault]? {
        var found: [PageFault] = []
        for other in 0...page where other == page || defers(from: other, to: page) {
            guard let faults = schemas[other].faults(of: own(data, of: other)) else { return nil }
            found += faults.filter { isReported($0, of: data, page: other) && lastPage(of: $0, page: other) == page }
                .map { PageFault(fault: $0, schema: schemas[other]) }
        }
        return found
    }

    /// Returns true if a page's schema names members for which a later page has the field.
    private func defers(from page: Int, to later: Int) -> Bool {
        let members = schemas[page].members
        let names = members.declared.union(members.mentioned)
        return schemas[page].work.spend(names.count) && names.contains { otherPage(of: $0, for: page) == later }
    }

    /// Returns false for faults that are not this page's: a fault of a member that only other pages declare, unless
    /// `not` forbids the member, and a violation of `maxProperties` that would not exist without such members.
    private func isReported(_ fault: SchemaFault, of data: FormValue, page: Int) -> Bool {
        // Without a schema, the fault says that the validation is incomplete.
        guard let schema = fault.schema else { return true }
        guard let first = fault.diagnostic.pointer.tokens.first else {
            guard fault.diagnostic.keyword == "maxProperties", let limit = schema["maxProperties"]?.integer else {
                return true
            }
            return data.names.count { !isForeign(JSONName($0), to: page) } > limit
        }
        return fault.diagnostic.keyword == "not" || !isForeign(JSONName(first), to: page)
    }

    /// Returns the last page that declares a member which can cure a fault of `page`; at least `page`.
    private func lastPage(of fault: SchemaFault, page: Int) -> Int {
        guard schemas.count > 1 else { return page }
        let members = schemas[page].members
        var names = members.combinations.isEmpty ? [] : members.alternatives(to: fault)
        // The field of the member that the fault is about may be on a later page.
        let tokens = fault.diagnostic.pointer.tokens
        if let name = tokens.first ?? fault.missing { names.insert(JSONName(name)) }
        return names.reduce(page) { max($0, otherPage(of: $1, for: page) ?? page) }
    }

    /// Returns the first page that has the field of a member if `page` has it at most in some alternatives; nil if
    /// `page` has the field, or if no page has it.
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

    /// Returns true if other pages declare a member and this one does not.
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
