import type { CatalogIssue } from '@portico/contract/catalog-rules.ts'
import { type FieldIssue, refuse, refuseChanged, refuseFields } from '../../http/answers.ts'
import { Sentence, sentences } from '../../http/sentences.ts'
import type { Held } from './application-store.ts'

export const notFound = () => refuse('404', sentences.not_found)

/** Somebody else has changed the record since the version that the caller knows. */
export const refuseStale = ({ changedByName: name, changedAt }: Held<unknown>) =>
  refuseChanged(name === null ? sentences.catalog_stale_unknown : sentences.catalog_stale({ name }), {
    changedByNm: name,
    changedDt: changedAt,
  })

/** The issues as a '422' with the first one's sentence; null where there are none. */
export function refuseIssues(issues: readonly CatalogIssue[]) {
  const [first, ...others] = issues.map(({ field, text }): FieldIssue => ({ field, message: new Sentence(text) }))
  return first ? refuseFields('422', first.message, [first, ...others]) : null
}

export const refuseField = (field: string, message: Sentence) => refuseFields('422', message, [{ field, message }])

/** True where a unique index of the database refused a name. */
export const isNameTaken = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23505'
