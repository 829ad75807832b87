import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { formatMessage, useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import type { BulkAction } from './DataTable.tsx'
import classes from './DataTable.module.css'
import type { Selection } from './use-selection.ts'

interface BulkBarProps {
  selection: Selection
  actions: readonly BulkAction[]
  onClear: () => void
}

/**
 * The number of rows selected on all pages, and the actions for all of them. It has the same height with and without a
 * selection, so that the rows stay where they are.
 */
export function BulkBar({ selection: { keys }, actions, onClear }: BulkBarProps) {
  const t = useTexts(listTexts)
  const count = keys.size
  return (
    <div className={classes['bulk']} data-shown={count > 0 || undefined}>
      {/* Always rendered, because a new live region would not be announced. */}
      <span role="status">{count > 0 && formatMessage(t.list_selected, { count })}</span>
      {count === 0 && actions.length > 0 && <span className={classes['bulkHint']}>{t.list_selection_hint}</span>}
      {count > 0 && (
        <div role="group" aria-label={t.list_bulk_actions} className={classes['bulkActions']}>
          {actions.map(({ label, icon, tone, onSelect, disabledReason }) => (
            <Button
              key={label}
              size="s"
              kind={tone === 'danger' ? 'danger' : 'secondary'}
              {...(icon && { icon })}
              disabledReason={disabledReason}
              onClick={onSelect}
            >
              {label}
            </Button>
          ))}
          <Button size="s" kind="quiet" onClick={onClear}>
            {t.list_clear_selection}
          </Button>
        </div>
      )}
    </div>
  )
}
