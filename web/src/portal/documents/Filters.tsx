import { isDayRange } from '@portico/contract/document-rules.ts'
import { documentPageTexts } from '@portico/contract/texts/document-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import type { ChangeSearch, DocumentSearch } from './document-search.ts'
import classes from './DocumentLibraryPage.module.css'

interface FiltersProps {
  search: DocumentSearch
  onChange: ChangeSearch
}

/** Keyword and days (DOCS-009, DOCS-010); another filter begins at the first page. */
export function Filters({ search, onChange }: FiltersProps) {
  const t = useTexts(documentPageTexts)
  const { field_date_range: noRange } = useTexts(generalTexts)
  const change = (key: 'q' | 'from' | 'to', value: string) =>
    onChange(({ page: _, [key]: _before, ...rest }) => (value === '' ? rest : { ...rest, [key]: value }))
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
          <DayFilter
            label={key === 'from' ? t.documents_from : t.documents_to}
            value={search[key] ?? ''}
            error={isDayRange(search.from, search.to) ? undefined : noRange}
            onChange={(day) => change(key, day)}
          />
        </div>
      ))}
    </div>
  )
}

interface DayFilterProps {
  label: string
  value: string
  error: string | undefined
  onChange: (day: string) => void
}

/** A year is typed digit by digit, and every digit makes another day. */
const DAY_PAUSE_MS = 400

function DayFilter({ label, error, ...rest }: DayFilterProps) {
  const { draft, type } = useDraft({ ...rest, delayMs: DAY_PAUSE_MS })
  return (
    <TextField
      type="date"
      label={label}
      error={error}
      value={draft}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
