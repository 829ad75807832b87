import type { CatalogIssue } from '@portico/contract/catalog/catalog-rules.ts'
import { type LatestChange, refuse, refuseIssues, refuseStale } from '../../http/answers.ts'
import { MessageRef, sentences } from '../../http/sentences.ts'

export const notFound = () => refuse('404', sentences.not_found)

export const refuseStaleRecord = (latest: LatestChange) =>
  refuseStale(latest, sentences.catalog_stale, sentences.catalog_stale_unknown)

/** Refuses broken rules of the catalog; null where there are none. */
export const refuseBroken = (issues: readonly CatalogIssue[]) =>
  issues.length === 0 ? null : refuseIssues(issues.map(({ field, text }) => ({ field, message: new MessageRef(text) })))
