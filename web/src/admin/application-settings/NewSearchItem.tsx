import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { useSearchItems } from './use-search-items.ts'

/** The form that adds a search item to the list; saving the list is another step. */
export function NewSearchItem({ entry }: Pick<ReturnType<typeof useSearchItems>, 'entry'>) {
  const t = useTexts(catalogPageTexts)
  return (
    <FormPanel title={t.search_item_title} form={entry} submitLabel={t.search_item_add} submitKind="secondary">
      <TextField {...entry.field('sublinkNm')} help={t.search_item_name_help} />
      <TextField {...entry.field('descriptionTxt')} />
    </FormPanel>
  )
}
