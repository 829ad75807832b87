import { applicationPageTexts } from '@portico/contract/catalog/application-page-texts.ts'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { NewSearchItem } from '../application-settings/NewSearchItem.tsx'
import { SearchItemList } from '../application-settings/SearchItemList.tsx'
import { useSearchItems } from '../application-settings/use-search-items.ts'
import classes from './ApplicationPage.module.css'
import type { ApplicationTabProps } from './DetailsTab.tsx'

/** What people find the application by. */
export function SearchItemsTab({ application: { pageId, version, applicationSubLinks } }: ApplicationTabProps) {
  const t = useTexts(applicationPageTexts)
  const { search_item_half_entered: halfEntered } = useTexts(catalogPageTexts)
  const { form, items, set, entry, isWarned } = useSearchItems({
    pageId,
    version,
    items: applicationSubLinks,
    guardsLeaving: true,
    onSaved: (_, message) => Promise.resolve(message),
  })
  return (
    <div className={`${classes['parts']} ${classes['form']}`}>
      <p>{t.application_search_lead}</p>
      <NewSearchItem entry={entry} />
      <FormPanel title={t.application_tab_search} form={form} submitLabel={t.application_save_search}>
        <SearchItemList
          items={items}
          Heading="h2"
          removeBody={(name) => formatMessage(t.application_item_remove_body, { name })}
          onChange={set}
        />
        {isWarned && <Alert tone="warning">{halfEntered}</Alert>}
      </FormPanel>
    </div>
  )
}
