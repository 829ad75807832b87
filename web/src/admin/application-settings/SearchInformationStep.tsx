import { useState } from 'react'
import type { SearchItem } from '@portico/contract/catalog/catalog-records.ts'
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
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { rulesSchema } from '../../patterns/rules-schema.ts'
import { SaveCanceled, useForm } from '../../patterns/use-form.ts'
import { type StepProps, WizardForm } from '../../patterns/Wizard.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type ApplicationDraft, draftOf, itemsSchema } from './application-form.ts'
import classes from './ApplicationSettings.module.css'
import { SearchItemList } from './SearchItemList.tsx'

type Item = SearchItemValues & Record<string, unknown>
const noItem: Item = { sublinkNm: '', descriptionTxt: '' }

/** Step 2: what people find the application by (CATA-013); saved before the next one. */
export function SearchInformationStep({ draft, onNext, onPrevious, submitLabel }: StepProps<ApplicationDraft>) {
  const t = useTexts(catalogPageTexts)
  const { uid } = useSignedIn()
  const { pageId, version } = draft
  /** The half-entered item that the warning was about; going on once more leaves it out. */
  const [warnedOf, setWarnedOf] = useState<SearchItemValues | null>(null)
  const form = useForm({
    schema: itemsSchema,
    initial: { items: draft.items },
    draftKey: `application-items-${pageId}`,
    labels: { items: t.search_items_title },
    guardsLeaving: false,
    save: async ({ items }) => {
      if (isHalfEntered(entry.values) && warnedOf !== entry.values) {
        setWarnedOf(entry.values)
        throw new SaveCanceled()
      }
      const saved = await call(saveSubLinks, {
        params: { uid, appId: pageId ?? 0 },
        query: version === null ? {} : { version },
        body: [...items],
      })
      await Promise.all([listApplications, getApplication].map(invalidate))
      await onNext(draftOf(saved))
      return ''
    },
  })
  const { items } = form.values
  const set = (next: readonly SearchItem[]) => form.set('items', next)
  const entry = useItemEntry(items, set, draft.begunItem)
  const isHalf = isHalfEntered(entry.values)
  return (
    <div className={classes['step']}>
      <p>{t.search_information_lead}</p>
      <FormPanel title={t.search_item_title} form={entry} submitLabel={t.search_item_add} submitKind="secondary">
        <TextField {...entry.field('sublinkNm')} help={t.search_item_name_help} />
        <TextField {...entry.field('descriptionTxt')} />
      </FormPanel>
      <WizardForm
        title={t.settings_search_information}
        form={{ ...form, isUnsaved: form.isUnsaved || isHalf }}
        submitLabel={submitLabel}
        onPrevious={() => onPrevious({ items, begunItem: entry.values })}
      >
        <SearchItemList items={items} onChange={set} />
        {warnedOf !== null && isHalf && <Alert tone="warning">{t.search_item_half_entered}</Alert>}
      </WizardForm>
    </div>
  )
}

/** The form of one new item, which is emptied when it is added. */
function useItemEntry(
  items: readonly SearchItem[],
  set: (next: readonly SearchItem[]) => void,
  begun: SearchItemValues | undefined,
) {
  const t = useTexts(catalogPageTexts)
  const messages = { ...useTexts(catalogTexts), search_item_full: t.search_item_full }
  return useForm({
    schema: rulesSchema<Item>((typed) =>
      items.length >= SEARCH_ITEMS_MAX
        ? [{ field: 'sublinkNm', text: 'search_item_full' }]
        : searchItemIssues(typed, items),
    ),
    initial: noItem,
    draftKey: 'application-item',
    labels: { sublinkNm: t.search_item_name, descriptionTxt: t.search_item_description },
    messages,
    guardsLeaving: false,
    clearsAfterSave: true,
    ...(begun && { typedAhead: { ...begun } }),
    save: (typed) => {
      set([...items, plainSearchItem(typed)])
      return Promise.resolve('')
    },
  })
}
