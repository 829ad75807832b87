/** The pattern of `like` that finds `part` anywhere in a text; %, _ and \ of the part stand for themselves. */
export const likePattern = (part: string): string => `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** The pattern of `like` that finds texts with this beginning. */
export const beginningPattern = (beginning: string): string => likePattern(beginning).slice(1)
