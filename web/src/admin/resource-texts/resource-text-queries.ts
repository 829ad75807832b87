import {
  listResourceTexts,
  listTextClients,
  type ResourceText,
  resourceTextList,
  undoResourceText,
} from '@portico/contract/resource-texts.ts'
import { textAreaCodes } from '@portico/contract/text-rules.ts'
import { languages } from '@portico/contract/texts/languages.ts'
import { resourceTextTexts } from '@portico/contract/texts/resource-text-texts.ts'
import type { AdminEntry } from '../../admin-routes.tsx'
import { call } from '../../api/call.ts'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import { loadTexts } from '../../api/start-up.ts'
import { loadOwnTexts } from '../../shell/frame-queries.ts'
import { currentLanguage, texts } from '../../api/texts.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import {
  choiceFilter,
  idFilter,
  listSearch,
  type ListValues,
  textFilter,
  orderAndPageOf,
} from '../../patterns/list-search.ts'
import type { Lookup } from '../../patterns/LookupFilter.tsx'

export const textSearch = listSearch({
  filters: {
    words: textFilter(),
    client: idFilter(),
    language: choiceFilter(languages),
    area: choiceFilter(textAreaCodes),
    state: choiceFilter(['changed']),
  },
  columns: resourceTextList.columns,
  defaultSort: { key: resourceTextList.defaultSort.column, direction: resourceTextList.defaultSort.direction },
})

type TextValues = ListValues<ReturnType<typeof textSearch.read>['filters'], (typeof resourceTextList.columns)[number]>

export const textsQuery = (uid: number, { filters, ...list }: TextValues) =>
  pageQuery(listResourceTexts, {
    params: { uid },
    query: {
      words: filters.words,
      areaCd: filters.area,
      clientId: filters.client,
      languageCd: filters.language ?? currentLanguage(),
      changedFlg: filters.state === 'changed' ? true : undefined,
      ...orderAndPageOf(list),
    },
  })

export const loadResourceTexts = ({ uid, search, cause }: AdminEntry): Promise<void> =>
  awaitFirstEntry(cause, queryClient.ensureQueryData(textsQuery(uid, textSearch.read(search))))

export const clientQuery = (uid: number, clientId: number) =>
  query(listTextClients, { params: { uid }, query: { clientId } })

/** Finds the client whose wording is shown. */
export const clientLookup = (uid: number): Lookup => ({
  name: 'text-clients',
  load: async (keyword, offset, signal) => {
    // The first hundred are enough: the search narrows them.
    const found = await call(listTextClients, { params: { uid }, query: { keyword } }, signal)
    const rows = found.slice(offset).map(({ clientId, clientNm }) => ({ value: String(clientId), label: clientNm }))
    return { rows, total: found.length }
  },
  find: async (value) => {
    const [found] = await queryClient.ensureQueryData(clientQuery(uid, Number(value)))
    return found ? { value, label: found.clientNm } : null
  },
})

/** The wording that users read without one of their own scope: that for everyone, else the shipped text. */
export const inheritedText = ({ portalTxt, shippedTxt }: ResourceText, clientId: number | undefined): string =>
  (clientId === undefined ? null : portalTxt) ?? shippedTxt

/** The wording of the scope itself, or null. */
export const ownText = ({ portalTxt, clientTxt }: ResourceText, clientId: number | undefined): string | null =>
  clientId === undefined ? portalTxt : clientTxt

/** Takes back a change; resolves with what was done. */
export const takeBackText =
  (uid: number) =>
  async (undoId: number): Promise<string> => {
    await call(undoResourceText, { params: { uid }, body: { undoId } })
    reloadTexts(uid)
    return texts(resourceTextTexts).text_undone
  }

/** Shows a changed text in this tab, too. */
export function reloadTexts(uid: number): void {
  void loadTexts()
  void loadOwnTexts(uid, 0)
}
