import Publishing

extension [Platform] {
    /// Returns the title of a platform; its name if the installation does not have it.
    func title(of name: String) -> String { first { $0.name == name }?.title ?? name }
}
