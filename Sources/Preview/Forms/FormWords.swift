/// The preview's own words around a form, in the form's language.
struct FormWords: Sendable {
    let language: String
    private let texts: [String: String]

    /// Words of a language tag; English where there are none.
    init(language: String) {
        self.language = language
        let primary = language.lowercased().split(separator: "-").first.map(String.init) ?? "en"
        texts = Self.languages[primary] ?? [:]
    }

    /// A sentence with `{name}` replaced; numbers in the language's digits.
    subscript(_ key: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
        var text = texts[key] ?? Self.english[key] ?? key
        for (name, value) in values { text = text.replacing("{\(name)}", with: value) }
        return text
    }

    /// A whole number in the language's digits.
    func number(_ number: Int) -> String {
        let zero: UInt32
        switch language.prefix(2) {
        case "fa": zero = 0x06F0
        case "ar": zero = 0x0660
        default: return String(number)
        }
        let scalars = String(number).unicodeScalars.map { scalar -> Unicode.Scalar in
            guard (48...57).contains(scalar.value) else { return scalar }
            return Unicode.Scalar(zero + scalar.value - 48) ?? scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static let english: [String: String] = [
        "step": "Step {current} of {total}", "next": "Next", "back": "Back", "submit": "Submit",
        "optional": "optional", "choose": "Choose…", "yes": "Yes", "no": "No", "add": "Add", "remove": "Remove",
        "row": "Item {number}", "update": "Update the questions", "fix": "Please correct the following",
        "payload": "The JSON that will be submitted", "done": "Submitted", "then": "Then", "restart": "Start again",
        "cleared": "Cleared, because it no longer applies: {names}", "attach": "Tap to attach a file",
        "attached": "sample.pdf is attached", "list": "From the list {name}", "then-here": "Submitting leads to",
        "required": "This field is required.", "type": "This value has the wrong kind.",
        "type.number": "Enter a number.", "type.integer": "Enter a whole number.",
        "minLength": "At least {limit} characters are needed.", "maxLength": "At most {limit} characters are allowed.",
        "minimum": "Must be {limit} or more.", "maximum": "Must be {limit} or less.",
        "exclusiveMinimum": "Must be more than {limit}.", "exclusiveMaximum": "Must be less than {limit}.",
        "multipleOf": "Must be a multiple of {limit}.", "pattern": "This does not have the expected form.",
        "format": "This does not have the expected form.", "enum": "Choose one of the values.",
        "const": "This value is not possible.", "oneOf": "Choose one of the values.",
        "minItems": "At least {limit} are needed.", "maxItems": "At most {limit} are allowed.",
        "uniqueItems": "No two may be the same.", "other": "This value is not accepted.",
    ]

    private static let languages: [String: [String: String]] = [
        "fa": [
            "step": "مرحلهٔ {current} از {total}", "next": "ادامه", "back": "بازگشت", "submit": "ثبت",
            "optional": "اختیاری", "choose": "انتخاب کنید…", "yes": "بله", "no": "خیر", "add": "افزودن",
            "remove": "حذف",
            "row": "مورد {number}", "update": "به‌روزرسانی پرسش‌ها", "fix": "لطفاً موارد زیر را اصلاح کنید",
            "payload": "جیسونی که ارسال می‌شود", "done": "ثبت شد", "then": "سپس", "restart": "شروع دوباره",
            "cleared": "پاک شد، چون دیگر لازم نیست: {names}", "attach": "برای افزودن فایل لمس کنید",
            "attached": "sample.pdf افزوده شد", "list": "از فهرست {name}", "then-here": "پس از ثبت",
            "required": "پر کردن این قسمت الزامی است.", "type": "نوع این مقدار نادرست است.",
            "type.number": "یک عدد وارد کنید.", "type.integer": "یک عدد صحیح وارد کنید.",
            "minLength": "حداقل {limit} نویسه لازم است.", "maxLength": "حداکثر {limit} نویسه مجاز است.",
            "minimum": "نباید کمتر از {limit} باشد.", "maximum": "نباید بیشتر از {limit} باشد.",
            "exclusiveMinimum": "باید بیشتر از {limit} باشد.", "exclusiveMaximum": "باید کمتر از {limit} باشد.",
            "multipleOf": "باید مضربی از {limit} باشد.", "pattern": "قالب این مقدار درست نیست.",
            "format": "قالب این مقدار درست نیست.", "enum": "یکی از گزینه‌ها را انتخاب کنید.",
            "const": "این مقدار ممکن نیست.", "oneOf": "یکی از گزینه‌ها را انتخاب کنید.",
            "minItems": "حداقل {limit} مورد لازم است.", "maxItems": "حداکثر {limit} مورد مجاز است.",
            "uniqueItems": "موارد نباید تکراری باشند.", "other": "این مقدار پذیرفته نیست.",
        ],
        "ar": [
            "step": "الخطوة {current} من {total}", "next": "التالي", "back": "رجوع", "submit": "إرسال",
            "optional": "اختياري", "choose": "اختر…", "yes": "نعم", "no": "لا", "add": "إضافة", "remove": "حذف",
            "row": "العنصر {number}", "update": "تحديث الأسئلة", "fix": "يرجى تصحيح ما يلي",
            "payload": "JSON الذي سيُرسل", "done": "تم الإرسال", "then": "ثم", "restart": "ابدأ من جديد",
            "cleared": "مُسح لأنه لم يعد لازمًا: {names}", "attach": "اضغط لإرفاق ملف",
            "attached": "أُرفق sample.pdf", "list": "من القائمة {name}", "then-here": "بعد الإرسال",
            "required": "هذا الحقل مطلوب.", "type": "نوع هذه القيمة غير صحيح.",
            "type.number": "أدخل رقمًا.", "type.integer": "أدخل عددًا صحيحًا.",
            "minLength": "يلزم {limit} محارف على الأقل.", "maxLength": "يُسمح بـ {limit} محارف على الأكثر.",
            "minimum": "يجب ألا يقل عن {limit}.", "maximum": "يجب ألا يزيد على {limit}.",
            "exclusiveMinimum": "يجب أن يزيد على {limit}.", "exclusiveMaximum": "يجب أن يقل عن {limit}.",
            "multipleOf": "يجب أن يكون من مضاعفات {limit}.", "pattern": "الصيغة غير صحيحة.",
            "format": "الصيغة غير صحيحة.", "enum": "اختر إحدى القيم.", "const": "هذه القيمة غير ممكنة.",
            "oneOf": "اختر إحدى القيم.", "minItems": "يلزم {limit} على الأقل.",
            "maxItems": "يُسمح بـ {limit} على الأكثر.",
            "uniqueItems": "لا يجوز التكرار.", "other": "هذه القيمة غير مقبولة.",
        ],
        "ru": [
            "step": "Шаг {current} из {total}", "next": "Далее", "back": "Назад", "submit": "Отправить",
            "optional": "необязательно", "choose": "Выберите…", "yes": "Да", "no": "Нет", "add": "Добавить",
            "remove": "Удалить", "row": "№ {number}", "update": "Обновить вопросы",
            "fix": "Исправьте, пожалуйста, следующее", "payload": "JSON, который будет отправлен", "done": "Отправлено",
            "then": "Затем", "restart": "Начать заново", "cleared": "Очищено, потому что больше не нужно: {names}",
            "attach": "Нажмите, чтобы приложить файл", "attached": "Приложен sample.pdf", "list": "Из списка {name}",
            "then-here": "После отправки", "required": "Это поле обязательно.", "type": "Значение не того вида.",
            "type.number": "Введите число.", "type.integer": "Введите целое число.",
            "minLength": "Не меньше {limit} знаков.", "maxLength": "Не больше {limit} знаков.",
            "minimum": "Не меньше {limit}.", "maximum": "Не больше {limit}.", "exclusiveMinimum": "Больше {limit}.",
            "exclusiveMaximum": "Меньше {limit}.", "multipleOf": "Должно делиться на {limit}.",
            "pattern": "Значение записано не в том виде.", "format": "Значение записано не в том виде.",
            "enum": "Выберите одно из значений.", "const": "Такое значение невозможно.",
            "oneOf": "Выберите одно из значений.", "minItems": "Нужно не меньше {limit}.",
            "maxItems": "Можно не больше {limit}.", "uniqueItems": "Повторы недопустимы.",
            "other": "Значение не подходит.",
        ],
        "zh": [
            "step": "第 {current} 步，共 {total} 步", "next": "下一步", "back": "返回", "submit": "送出",
            "optional": "選填", "choose": "請選擇…", "yes": "是", "no": "否", "add": "新增", "remove": "移除",
            "row": "第 {number} 項", "update": "更新問題", "fix": "請修正以下內容", "payload": "將送出的 JSON",
            "done": "已送出", "then": "接著", "restart": "重新開始", "cleared": "已清除（不再適用）：{names}",
            "attach": "點一下以附加檔案", "attached": "已附加 sample.pdf", "list": "來自清單 {name}", "then-here": "送出後",
            "required": "此欄位為必填。", "type": "值的類型不正確。", "type.number": "請輸入數字。",
            "type.integer": "請輸入整數。", "minLength": "至少需要 {limit} 個字。", "maxLength": "最多 {limit} 個字。",
            "minimum": "不得小於 {limit}。", "maximum": "不得大於 {limit}。", "exclusiveMinimum": "必須大於 {limit}。",
            "exclusiveMaximum": "必須小於 {limit}。", "multipleOf": "必須是 {limit} 的倍數。", "pattern": "格式不正確。",
            "format": "格式不正確。", "enum": "請選擇其中一個值。", "const": "不可使用此值。", "oneOf": "請選擇其中一個值。",
            "minItems": "至少需要 {limit} 個。", "maxItems": "最多 {limit} 個。", "uniqueItems": "不得重複。",
            "other": "不接受此值。",
        ],
    ]
}
