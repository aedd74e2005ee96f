import Publishing

/// The option list of the demo: universities by region, enough for two pages of its sheet.
enum DemoSchools {
    /// The list's name in the sheet.
    static let list = "schools"

    /// The universities, with their region and an icon.
    static let items: [OptionItem] = regions.enumerated().flatMap { number, region in
        region.schools.enumerated().map { index, title in
            OptionItem(
                key: "\(number + 1)-\(index + 1)", title: title,
                members: #"{"region":"\#(region.name)","icon":{"name":"bank"}}"#)
        }
    }

    private static let regions: [(name: String, schools: [String])] = [
        (
            "臺北",
            [
                "國立臺灣大學", "國立政治大學", "國立臺灣師範大學", "國立臺灣科技大學",
                "國立臺北科技大學", "國立臺北大學", "國立臺北教育大學", "國立臺北藝術大學", "臺北市立大學",
                "東吳大學", "中國文化大學", "世新大學", "銘傳大學", "實踐大學", "大同大學",
            ]
        ),
        ("新北", ["輔仁大學", "淡江大學", "國立臺灣藝術大學", "真理大學", "華梵大學"]),
        ("桃園", ["國立中央大學", "元智大學", "長庚大學", "中原大學"]),
        ("新竹", ["國立清華大學", "國立陽明交通大學", "中華大學", "玄奘大學"]),
        (
            "臺中",
            [
                "國立中興大學", "東海大學", "逢甲大學", "靜宜大學", "國立臺中教育大學", "亞洲大學",
                "中山醫學大學", "中國醫藥大學",
            ]
        ),
        ("臺南", ["國立成功大學", "國立臺南大學", "國立臺南藝術大學", "長榮大學"]),
        (
            "高雄",
            [
                "國立中山大學", "國立高雄大學", "國立高雄師範大學", "國立高雄科技大學", "義守大學",
                "高雄醫學大學",
            ]
        ),
        ("花蓮", ["國立東華大學", "慈濟大學"]),
    ]
}
