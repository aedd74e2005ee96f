import DocumentKinds
package import JSONText

/// A filter for the items of an option list.
package struct OptionFilter: Sendable, Hashable {
    /// The items to choose from: all items, the items without a parent, or the children of one item.
    package enum Branch: Sendable, Hashable {
        case all
        /// The items without a parent.
        case roots
        case children(of: String)

        // Texts such as “é” can be written with different code points. They are then different keys, but Swift's `==`
        // finds them equal.
        package static func == (left: Branch, right: Branch) -> Bool {
            switch (left, right) {
            case (.all, .all), (.roots, .roots): true
            case (.children(let left), .children(let right)): left.isExactly(right)
            default: false
            }
        }
    }

    /// A member of an item, at any depth, and the value that it must have, such as `city` with the value `Oslo`.
    package struct Member: Sendable, Hashable {
        /// The names that lead to the member from the item.
        package let names: [String]
        /// The text of the value; of a number or a boolean, as it is written.
        package let value: String

        /// Creates the condition; nil if `pointer` is empty or one of its names is a number, which PostgreSQL would
        /// read as an index into an array.
        package init?(_ pointer: JSONPointer, equals value: String) {
            guard !pointer.tokens.isEmpty, !pointer.tokens.contains(where: Self.isIndex) else { return nil }
            names = pointer.tokens.map(\.storable)
            self.value = value.storable
        }

        /// Compares names and values by code points, as `Branch` does.
        package static func == (left: Member, right: Member) -> Bool {
            left.names.elementsEqual(right.names) { $0.isExactly($1) } && left.value.isExactly(right.value)
        }

        /// Returns true for a whole number, even after white space, because PostgreSQL reads it as an index into an
        /// array.
        private static func isIndex(_ name: String) -> Bool {
            let blank = [UInt8(ascii: " ")] + Array(9...13)
            var digits = name.utf8.drop { blank.contains($0) }
            if digits.first == UInt8(ascii: "+") || digits.first == UInt8(ascii: "-") { digits.removeFirst() }
            return !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
    }

    /// The maximum number of `members`.
    package static let maximumMembers = 10

    /// A text that the title or the key must contain, compared as `SearchText` describes; empty for all items.
    package let keyword: String
    package let branch: Branch
    /// The keys of the items to choose from, as `only` in the UI schema of a form gives them; nil for all items.
    package let only: [String]?
    /// Members of the item and their required values; all of them must match.
    package let members: [Member]

    package init(keyword: String = "", branch: Branch = .all, only: [String]? = nil, members: [Member] = []) {
        self.keyword = keyword
        self.branch = branch
        self.only = only
        self.members = members
    }

    /// Compares texts by code points, as `Branch` does.
    package static func == (left: OptionFilter, right: OptionFilter) -> Bool {
        left.keyword.isExactly(right.keyword) && left.branch == right.branch && left.members == right.members
            && (left.only ?? []).elementsEqual(right.only ?? []) { $0.isExactly($1) }
            && (left.only == nil) == (right.only == nil)
    }

    /// True if the filter matches every item.
    var isEmpty: Bool { searched.isEmpty && branch == .all && only == nil && members.isEmpty }

    /// The keyword as it is searched in an item's title and key, which a line feed separates. So that no keyword
    /// matches this line feed, control characters become U+FFFD.
    var searched: String {
        var kept = String.UnicodeScalarView()
        for scalar in SearchText.folded(keyword).unicodeScalars {
            kept.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
        }
        return String(kept)
    }

    /// Returns true if the filter matches an item, with the same result as `condition(in:)`.
    func includes(_ item: OptionItem) -> Bool {
        let searched = searched
        if !searched.isEmpty, !SearchText.of(item).utf8.contains(searched.utf8) { return false }
        switch branch {
        case .all: break
        case .roots: if item.parent != nil { return false }
        case .children(of: let parent): if item.parent?.utf8.elementsEqual(parent.utf8) != true { return false }
        }
        if let only, !only.contains(where: { $0.utf8.elementsEqual(item.key.utf8) }) { return false }
        return members.allSatisfy { member in
            Self.text(of: member, in: item)?.utf8.elementsEqual(member.value.utf8) ?? false
        }
    }

    private static func text(of member: Member, in item: OptionItem) -> String? {
        let isOwn = [["key"], ["title"], ["parent"]].contains(member.names)
        guard isOwn || !hasNull(item.members), let root = try? JSONDocument(parsing: item.json).root,
            let value = member.names.reduce(root, { $0?[$1] })
        else { return nil }
        // `label` is nil for an empty string, but the value of a member may be an empty string.
        return value.string ?? value.label
    }

    /// Returns true if JSON text contains an escape of U+0000.
    private static func hasNull(_ json: String) -> Bool {
        var rest = json.utf8[...]
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            let escape = rest[backslash...].dropFirst()
            if escape.starts(with: "u0000".utf8) { return true }
            rest = escape.dropFirst()
        }
        return false
    }
}
