import DocumentKinds
import JSONSchema
import JSONText

/// The schemas of all pages of a form, which decide to which page an error in the common data belongs.
final class FormSchemas {
    private let schemas: [FormSchema]
    /// The index of the first page that declares a member.
    private lazy var firstPages = findFirstPages()

    /// Creates the schemas of all pages, in order; nothing is compiled before it is needed.
    init(_ steps: [FormStep], work: WorkBudget) {
        schemas = steps.map { FormSchema($0.jsonSchema, work: work) }
    }

    /// The schema of a page, from 0.
    subscript(_ page: Int) -> FormSchema { schemas[page] }

    /// Returns the faults of a page's data (`page` from 0) that belong to this page; nil if the data exceed the limits
    /// of documents.
    ///
    /// Members that only other pages declare are left out before the validation, except those that this page's
    /// conditions and requirements refer to. `entered` is the number of pages filled so far: a member that only a later
    /// page declares may still be missing.
    func faults(of data: FormValue, page: Int, entered: Int) -> [SchemaFault]? {
        let faults = schemas[page].faults(of: own(data, of: page))
        return faults?.filter { fault in
            // Without a schema, the fault says that the validation is incomplete.
            guard fault.schema != nil else { return true }
            let tokens = fault.diagnostic.pointer.tokens
            if let missing = fault.missing, tokens.isEmpty {
                let name = JSONName(missing)
                return !isForeign(name, to: page) || (firstPages[name] ?? 0) < entered
            }
            guard let first = tokens.first, fault.diagnostic.keyword != "not" else { return true }
            return !isForeign(JSONName(first), to: page)
        }
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

    private func findFirstPages() -> [JSONName: Int] {
        var pages: [JSONName: Int] = [:]
        for (page, schema) in schemas.enumerated() {
            for name in schema.members.declared where pages[name] == nil { pages[name] = page }
        }
        return pages
    }
}
