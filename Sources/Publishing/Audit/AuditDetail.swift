import Foundation

/// The details of an audit event: a flat JSON object.
struct AuditDetail: ExpressibleByDictionaryLiteral {
    typealias Key = String
    typealias Value = MemberValue?

    /// The value of a member of the object; members that are nil are omitted.
    enum MemberValue: Encodable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        case text(String)
        case number(Int)
        case boolean(Bool)
        case texts([String])

        init(stringLiteral value: String) { self = .text(value) }
        init(integerLiteral value: Int) { self = .number(value) }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text.storable)
            case .number(let number): try container.encode(number)
            case .boolean(let boolean): try container.encode(boolean)
            case .texts(let texts): try container.encode(texts.map(\.storable))
            }
        }
    }

    private var members: [String: MemberValue]

    init(dictionaryLiteral elements: (String, MemberValue?)...) {
        members = [:]
        for (name, value) in elements { members[name] = value }
    }

    /// Returns the details with the id and the name of a token added; unchanged without a token.
    func naming(_ token: TokenReference?) -> AuditDetail {
        guard let token else { return self }
        var detail = self
        detail.members["byToken"] = .number(token.id)
        detail.members["byTokenName"] = .text(token.name)
        return detail
    }

    /// Returns the object's JSON text.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(members), as: UTF8.self)
    }
}
