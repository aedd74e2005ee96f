-- Folds the searched texts of option items as `SearchText` does now: ẞ is found as ss, İ as i. Earlier versions folded both
-- to lower case only, as ß and as an i with a dot (U+0307); all other texts stay as they are.
UPDATE option_item
SET searched = normalize(regexp_replace(replace(searched, 'ß', 'ss'), 'i\u0307+', 'i', 'g'), NFKC)
WHERE searched LIKE '%ß%' OR strpos(searched, 'i' || U&'\0307') > 0;
