import MicroHTTP
import Preview

extension PreviewOptions {
    /// What an address chooses that a form of ours may have made: its menu of fillings names them, and browsers write a
    /// space there as `+`.
    init(chosenIn request: Request) {
        var query = request.query.dictionary
        let written = request.target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        query["fill"] = QueryItems(parsing: written, plusIsSpace: true)["fill"]
        self.init(query: query)
    }
}
