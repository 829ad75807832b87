import { type ResourceText, resourceTextList } from '@portico/contract/texts/resource-texts.ts'
import { type ListRequest, sortOf } from '@portico/contract/kit/list.ts'
import type { TextAreaCode } from '@portico/contract/texts/text-rules.ts'
import { type Language, SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'
import { type RewordableText, rewordableTexts } from '@portico/contract/texts/text-areas.ts'
import type { StoredWording } from './wording-store.ts'

interface Filters extends ListRequest<(typeof resourceTextList.columns)[number]> {
  words?: string | undefined
  areaCd?: TextAreaCode | undefined
  clientId?: number | undefined
  languageCd?: Language | undefined
  changedFlg?: boolean | undefined
}

const PAGE_SIZE = 15

/** Looks up the wording of a text for a client, or for everyone. */
type FindWording = (key: string, clientId: number | null) => StoredWording | undefined

/** What there is of a wording. */
const changeOf = (own: StoredWording | undefined) => ({
  version: own?.version ?? null,
  changedDt: own?.changedAt ?? null,
  changedByNm: own?.changedByName ?? null,
})

const textView =
  (find: FindWording, clientId: number | null) =>
  ({ key, shipped, area }: RewordableText): ResourceText => ({
    textKey: key,
    areaCd: area,
    shippedTxt: shipped,
    portalTxt: find(key, null)?.content ?? null,
    clientTxt: clientId === null ? null : (find(key, clientId)?.content ?? null),
    ...changeOf(find(key, clientId)),
  })

/** One page of all texts with their wordings, and the number of all that match. */
export function pageOfTexts(wordings: readonly StoredWording[], request: Filters) {
  const wordingOf = new Map(wordings.map((each) => [`${each.clientId ?? ''} ${each.key}`, each]))
  const find: FindWording = (key, clientId) => wordingOf.get(`${clientId ?? ''} ${key}`)
  const found = rewordableTexts[request.languageCd ?? SOURCE_LANGUAGE]
    .map(textView(find, request.clientId ?? null))
    .filter((text) => matches(text, request))
  const { column, direction } = sortOf(resourceTextList, request)
  const sign = direction === 'desc' ? -1 : 1
  const value = (text: ResourceText) => (column === 'changedDt' ? (text.changedDt?.getTime() ?? 0) : text.textKey)
  const sorted = found.toSorted(
    (one, other) => sign * compare(value(one), value(other)) || compare(one.textKey, other.textKey),
  )
  const size = request.pageSize ?? PAGE_SIZE
  const start = ((request.pageNo ?? 1) - 1) * size
  return { rows: sorted.slice(start, start + size), total: sorted.length }
}

const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)

function matches(text: ResourceText, { words = '', areaCd, changedFlg = false }: Filters): boolean {
  if (areaCd !== undefined && text.areaCd !== areaCd) return false
  if (changedFlg && text.version === null) return false
  const searchText = words.trim().toLowerCase()
  return [text.textKey, text.shippedTxt, text.portalTxt, text.clientTxt].some((each) =>
    each?.toLowerCase().includes(searchText),
  )
}
