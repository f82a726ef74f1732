/** One word in English, Chinese, French and Japanese. */
export type Word = readonly [en: string, zh: string, fr: string, ja: string];

/** A word for each code of a field, so that a new code does not compile before it has one. */
export type WordsOf<Code extends string | number> = Readonly<Record<Code, Word>>;
