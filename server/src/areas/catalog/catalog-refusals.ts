import type { CatalogIssue } from '@portico/contract/catalog-rules.ts'
import { refuse, refuseChanged, refuseFields, refuseIssues } from '../../http/answers.ts'
import { Sentence, sentences } from '../../http/sentences.ts'
import type { Held } from './application-store.ts'

export const notFound = () => refuse('404', sentences.not_found)

/** Somebody else has changed the record since the version that the caller knows. */
export const refuseStale = ({ changedByName: name, changedAt }: Held<unknown>) =>
  refuseChanged(name === null ? sentences.catalog_stale_unknown : sentences.catalog_stale({ name }), {
    changedByNm: name,
    changedDt: changedAt,
  })

/** Refuses broken rules of the catalog; null where there are none. */
export const refuseBroken = (issues: readonly CatalogIssue[]) =>
  issues.length === 0 ? null : refuseIssues(issues.map(({ field, text }) => ({ field, message: new Sentence(text) })))

export const refuseField = (field: string, message: Sentence) => refuseFields('422', message, [{ field, message }])
