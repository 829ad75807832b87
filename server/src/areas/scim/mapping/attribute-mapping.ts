import { LRUCache } from 'lru-cache'
import type { MappedField } from '@portico/contract/scim/directory-attributes.ts'
import type { SourceDocument } from '../protocol/scim-values.ts'
import { type AttributePath, readAttributePath, textAtPath } from './attribute-path.ts'

/** Paths of attributes by the field that they fill; one that is not named is filled as without a mapping. */
export type ChosenPaths = Readonly<Partial<Record<MappedField, string>>>

/** A version of the mapping of an employer. */
export interface AttributeMapping {
  /** 0: none was ever chosen. */
  readonly version: number
  readonly paths: ChosenPaths
}

/** Every field by the attribute that usually fills it. */
export const noMapping: AttributeMapping = { version: 0, paths: {} }

const read = new LRUCache<string, AttributePath>({ max: 1_000 })

/** The path as it was read before. */
function pathOf(path: string): AttributePath | undefined {
  const known = read.get(path)
  if (known) return known
  const found = readAttributePath(path)
  if (typeof found === 'string') return undefined
  read.set(path, found)
  return found
}

/** Returns the text of the attribute that was chosen for a field; undefined where none was chosen. */
export function mappedText(
  { paths }: AttributeMapping,
  document: SourceDocument,
  field: MappedField,
): string | undefined {
  const chosen = paths[field]
  const path = chosen === undefined ? undefined : pathOf(chosen)
  return path && textAtPath(document, path)
}
