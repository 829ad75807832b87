const SOFT_HYPHEN = '\u00AD'
/** Where two parts of a long German compound meet: after “-ungs-”. */
const PARTS_MEET = /(?<=\p{L}{4}ungs)(?=\p{L}{5})/gu

/**
 * Returns the text with soft hyphens, by which a narrow column breaks its long compounds. Not every browser has the
 * dictionary that `hyphens: auto` needs.
 */
export const withSoftHyphens = (text: string): string => text.replace(PARTS_MEET, SOFT_HYPHEN)
