import { useState } from 'react'
import type { Application, SearchItem } from '@portico/contract/catalog/catalog-records.ts'
import { getApplication, listApplications, saveSubLinks } from '@portico/contract/catalog/catalog.ts'
import {
  isHalfEntered,
  plainSearchItem,
  SEARCH_ITEMS_MAX,
  searchItemIssues,
  type SearchItemValues,
} from '@portico/contract/catalog/catalog-rules.ts'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { catalogTexts } from '@portico/contract/catalog/catalog-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { rulesSchema } from '../../patterns/rules-schema.ts'
import { SaveCanceled, useForm } from '../../patterns/use-form.ts'
import { itemsSchema } from './application-form.ts'

type Item = SearchItemValues & Record<string, unknown>
const noItem: Item = { sublinkNm: '', descriptionTxt: '' }

interface SearchItemsOptions {
  /** The application; null before it is added. */
  pageId: number | null
  version: number | null
  items: readonly SearchItem[]
  /** An item that has been begun and not added. */
  begun?: SearchItemValues | undefined
  /** False in a wizard, which asks itself before it is left. */
  guardsLeaving: boolean
  /** Called after a save; resolves with the message that the form shows. */
  onSaved: (saved: Application, message: string) => Promise<string>
}

/** The search items of an application, and the form of a new one. A save with a half-entered one warns first (CATA-072). */
export function useSearchItems({ pageId, version, items: initial, begun, guardsLeaving, onSaved }: SearchItemsOptions) {
  const t = useTexts(catalogPageTexts)
  const { uid } = useSignedIn()
  /** The half-entered item that the warning was about; saving once more leaves it out. */
  const [warnedOf, setWarnedOf] = useState<SearchItemValues | null>(null)
  const form = useForm({
    schema: itemsSchema,
    initial: { items: initial },
    draftKey: `application-items-${pageId}`,
    ...(guardsLeaving && version !== null && { loadedVersion: version }),
    labels: { items: t.search_items_title },
    guardsLeaving,
    invalidate: [listApplications, getApplication],
    save: async ({ items }) => {
      if (isHalfEntered(entry.values) && warnedOf !== entry.values) {
        setWarnedOf(entry.values)
        throw new SaveCanceled()
      }
      const { data, message } = await request(saveSubLinks, {
        params: { uid, appId: pageId ?? 0 },
        query: version === null ? {} : { version },
        body: [...items],
      })
      return onSaved(data, message)
    },
  })
  const { items } = form.values
  const set = (next: readonly SearchItem[]) => form.set('items', next)
  const entry = useItemEntry({ pageId, items, set, begun, guardsLeaving: guardsLeaving && !form.isUnsaved })
  const isHalf = isHalfEntered(entry.values)
  return { form, items, set, entry, isHalf, isWarned: warnedOf !== null && isHalf }
}

interface ItemEntryOptions extends Pick<SearchItemsOptions, 'pageId' | 'items' | 'begun' | 'guardsLeaving'> {
  set: (next: readonly SearchItem[]) => void
}

/** The form of one new item, which is emptied when it is added. */
function useItemEntry({ pageId, items, set, begun, guardsLeaving }: ItemEntryOptions) {
  const t = useTexts(catalogPageTexts)
  const messages = { ...useTexts(catalogTexts), search_item_full: t.search_item_full }
  return useForm({
    schema: rulesSchema<Item>((typed) =>
      items.length >= SEARCH_ITEMS_MAX
        ? [{ field: 'sublinkNm', text: 'search_item_full' }]
        : searchItemIssues(typed, items),
    ),
    initial: noItem,
    draftKey: `application-item-${pageId}`,
    labels: { sublinkNm: t.search_item_name, descriptionTxt: t.search_item_description },
    messages,
    guardsLeaving,
    clearsAfterSave: true,
    ...(begun && { typedAhead: { ...begun } }),
    save: (typed) => {
      set([...items, plainSearchItem(typed)])
      return Promise.resolve('')
    },
  })
}
