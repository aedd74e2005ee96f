/// The screen that the preview is drawn for: a named device, or any size.
package struct Device: RawRepresentable, Hashable, Sendable, CaseIterable {
    /// The name in URLs and options, such as `phone`, or the width with or without the height, such as `375x667` or
    /// `375`.
    package let rawValue: String
    /// The screen's width in CSS pixels, which iOS calls points and Android density-independent pixels.
    package let width: Int
    /// The screen's height in CSS pixels.
    package let height: Int

    package static let compact = Device("compact", width: 320, height: 568)
    package static let phone = Device("phone", width: 390, height: 844)
    package static let large = Device("large", width: 430, height: 932)
    package static let android = Device("android", width: 360, height: 780)
    package static let tablet = Device("tablet", width: 744, height: 1133)

    /// The named devices.
    package static let allCases: [Device] = [.compact, .phone, .large, .android, .tablet]

    private static let widths = 240...2048
    private static let heights = 240...4096

    private init(_ name: String, width: Int, height: Int) {
        rawValue = name
        self.width = width
        self.height = height
    }

    /// Creates a device from its name or its size; nil for other texts and for sizes out of range. Widths must be from
    /// 240 to 2,048, heights from 240 to 4,096. A missing height is derived from the width.
    package init?(rawValue: String) {
        if let named = Self.allCases.first(where: { $0.rawValue == rawValue }) {
            self = named
            return
        }
        let parts = rawValue.utf8.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
        let sizes = parts.compactMap { $0.count <= 4 ? Int(Substring($0)) : nil }
        guard (1...2).contains(parts.count), sizes.count == parts.count, Self.widths.contains(sizes[0]) else {
            return nil
        }
        let height = sizes.count == 2 ? sizes[1] : sizes[0] < 600 ? sizes[0] * 13 / 6 : sizes[0] * 3 / 2
        guard Self.heights.contains(height) else { return nil }
        self.init(sizes.map(String.init).joined(separator: "x"), width: sizes[0], height: height)
    }
}
