import {
  listResourceTexts,
  listTextClients,
  type ResourceText,
  resourceTextList,
  saveResourceText,
  undoResourceText,
} from '@portico/contract/texts/resource-texts.ts'
import type { Language } from '@portico/contract/texts/languages.ts'
import { resourceTextTexts } from '@portico/contract/texts/resource-text-texts.ts'
import { call } from '../../api/call.ts'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import { loadTexts } from '../../api/start-up.ts'
import { loadOwnTexts } from '../../shell/frame-queries.ts'
import { currentLanguage, texts } from '../../api/texts.ts'
import { choiceFilter, listSearch } from '../../patterns/list-search.ts'
import type { Lookup } from '../../patterns/LookupFilter.tsx'
import { screenList } from '../../patterns/screen-list.ts'
import { offerUndo } from '../../patterns/use-action.ts'

/** Whom a wording is for, and in which language. */
export interface TextScope {
  /** Null: everyone. */
  client: { clientId: number; clientNm: string } | null
  language: Language
}

/** Id of a wording among what files of configuration manage. */
export const wordingId = (textKey: string, { client, language }: TextScope): string =>
  [textKey, language, client?.clientId ?? []].flat().join('/')

const search = listSearch(resourceTextList, {
  words: 'words',
  client: 'clientId',
  language: 'languageCd',
  area: 'areaCd',
  state: choiceFilter(['changed']),
})

export const textPages = screenList({
  search,
  page: (uid, values) =>
    pageQuery(listResourceTexts, {
      params: { uid },
      query: {
        ...search.query(values),
        languageCd: values.filters.language ?? currentLanguage(),
        changedFlg: values.filters.state === 'changed' ? true : undefined,
      },
    }),
})

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

/** Saves a wording, null for none of its own, and offers to take back what changed; resolves with what was done. */
export async function saveWording(
  uid: number,
  { textKey, version }: ResourceText,
  { client, language }: TextScope,
  contentTxt: string | null,
): Promise<string> {
  const offer = await call(saveResourceText, {
    params: { uid, textKey },
    body: { contentTxt, clientId: client?.clientId ?? null, languageCd: language, version },
  })
  reloadTexts(uid)
  const t = texts(resourceTextTexts)
  const message = contentTxt === null ? t.text_reset : t.text_saved
  // Without a change there is none.
  if (offer) offerUndo(message, () => takeBackText(uid, offer.undoId), [listResourceTexts])
  return message
}

async function takeBackText(uid: number, undoId: number): Promise<string> {
  await call(undoResourceText, { params: { uid }, body: { undoId } })
  reloadTexts(uid)
  return texts(resourceTextTexts).text_undone
}

/** Shows a changed text in this tab, too. */
function reloadTexts(uid: number): void {
  void loadTexts()
  void loadOwnTexts(uid, 0)
}
