import { documentPageTexts } from '@portico/contract/texts/document-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { DocumentSearch } from './document-search.ts'
import classes from './DocumentLibraryPage.module.css'

interface FiltersProps {
  search: DocumentSearch
  onChange: (next: DocumentSearch) => void
}

/** Keyword and days (DOCS-009, DOCS-010); another filter begins at the first page. */
export function Filters({ search, onChange }: FiltersProps) {
  const t = useTexts(documentPageTexts)
  const change = (key: 'q' | 'from' | 'to', value: string) => {
    const { page: _, [key]: _before, ...rest } = search
    onChange(value === '' ? rest : { ...rest, [key]: value })
  }
  return (
    <div className={classes['filters']}>
      <div className={classes['search']}>
        <SearchField
          label={t.documents_search}
          clearLabel={t.documents_search_clear}
          value={search.q ?? ''}
          onChange={(value) => change('q', value)}
        />
      </div>
      {(['from', 'to'] as const).map((key) => (
        <div key={key} className={classes['day']}>
          <TextField
            type="date"
            label={key === 'from' ? t.documents_from : t.documents_to}
            value={search[key] ?? ''}
            onChange={(event) => change(key, event.currentTarget.value)}
          />
        </div>
      ))}
    </div>
  )
}
