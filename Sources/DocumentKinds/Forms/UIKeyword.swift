import JSONText

/// The keywords of a UI schema.
enum UIKeyword {
    static let prefix = "ui:"
    static let order = "ui:order"
    static let bareOrder = "order"

    /// The element of `ui:order` that represents all fields not named in it.
    static let rest = "*"

    static let all = [
        "ui:widget", "ui:order", "ui:title", "ui:placeholder", "ui:help", "ui:options", "ui:disabled", "ui:readonly",
        "ui:enumNames",
    ]

    /// Returns true if the member is a keyword written without its prefix `ui:`. A member with the name of a keyword
    /// whose value is an object is a field, not a keyword.
    static func isBare(_ member: JSONMember) -> Bool { bare.contains(member.name) && member.value.kind != .object }

    private static let bare: Set<String> = ["order", "widget", "title", "placeholder"]
}
