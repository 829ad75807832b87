import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { type StepProps, WizardForm } from '../../patterns/Wizard.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { type ApplicationDraft, draftOf } from './application-form.ts'
import classes from './ApplicationSettings.module.css'
import { NewSearchItem } from './NewSearchItem.tsx'
import { SearchItemList } from './SearchItemList.tsx'
import { useSearchItems } from './use-search-items.ts'

/** Step 2: what people find the application by (CATA-013); saved before the next one. */
export function SearchInformationStep({ draft, onNext, onPrevious, submitLabel }: StepProps<ApplicationDraft>) {
  const t = useTexts(catalogPageTexts)
  const { pageId, version, begunItem: begun } = draft
  const { form, items, set, entry, isHalf, isWarned } = useSearchItems({
    pageId,
    version,
    items: draft.items,
    begun,
    guardsLeaving: false,
    onSaved: async (saved) => {
      await onNext(draftOf(saved))
      return ''
    },
  })
  return (
    <div className={classes['step']}>
      <p>{t.search_information_lead}</p>
      <NewSearchItem entry={entry} />
      <WizardForm
        title={t.settings_search_information}
        form={{ ...form, isUnsaved: form.isUnsaved || isHalf }}
        submitLabel={submitLabel}
        onPrevious={() => onPrevious({ items, begunItem: entry.values })}
      >
        <SearchItemList
          items={items}
          Heading="h3"
          removeBody={(name) => formatMessage(t.search_item_remove_body, { name })}
          onChange={set}
        />
        {isWarned && <Alert tone="warning">{t.search_item_half_entered}</Alert>}
      </WizardForm>
    </div>
  )
}
