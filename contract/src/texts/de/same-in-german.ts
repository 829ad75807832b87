/** Texts that are the same in English and German: names, abbreviations, words of both languages. */
export const sameInGerman: ReadonlySet<string> = new Set([
  'Portico',
  'Name',
  'System',
  'Administration',
  'Version',
  'ID',
])
