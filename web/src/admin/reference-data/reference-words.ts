import type { ReferenceCategory, ReferenceEntry } from '@portico/contract/kit/reference-table.ts'

/** What an entry is called: the value of its first field. */
export const nameOf = ({ fields }: ReferenceCategory, entry: ReferenceEntry): string =>
  String(entry[Object.keys(fields)[0] ?? ''] ?? '')
