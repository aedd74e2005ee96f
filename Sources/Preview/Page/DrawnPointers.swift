/// The pointers of the elements on a page, including those of documents inside the page's document.
final class DrawnPointers {
    private var pointers: Set<String> = []

    /// Records the pointer of a drawn element.
    func add(_ pointer: String) { pointers.insert(pointer) }

    /// Returns true if an element has this pointer.
    func contains(_ pointer: String) -> Bool { pointers.contains(pointer) }
}
