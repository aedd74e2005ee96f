/// The keywords about arrays. If `items` is an array, as in drafts before 2020-12, it is stored as `prefixItems`, and
/// `additionalItems` as `items`.
final class ArrayKeywords: Sendable {
    let prefixItems: [SchemaID]
    let items: SchemaID?
    let contains: SchemaID?
    let minimumContains: Int
    let maximumContains: Int?
    /// True if items that `contains` accepts count as evaluated (2020-12).
    let containsEvaluates: Bool
    let minimumItems: Int?
    let maximumItems: Int?
    let uniqueItems: Bool

    init(
        prefixItems: [SchemaID], items: SchemaID?, contains: SchemaID?, minimumContains: Int, maximumContains: Int?,
        containsEvaluates: Bool, minimumItems: Int?, maximumItems: Int?, uniqueItems: Bool
    ) {
        self.prefixItems = prefixItems
        self.items = items
        self.contains = contains
        self.minimumContains = minimumContains
        self.maximumContains = maximumContains
        self.containsEvaluates = containsEvaluates
        self.minimumItems = minimumItems
        self.maximumItems = maximumItems
        self.uniqueItems = uniqueItems
    }
}
