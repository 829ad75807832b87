import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { formatMessage, useTexts } from '../api/texts.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { MenuButton, type MenuEntry } from '../ui/MenuButton.tsx'
import classes from './BulkBar.module.css'
import { useFittingCount } from './use-fitting-count.ts'
import type { Selection } from './use-selection.ts'

export interface BulkAction extends Omit<MenuEntry, 'chosen'> {}

interface BulkBarProps {
  selection: Selection
  actions: readonly BulkAction[]
  onClear: () => void
}

/**
 * The number of rows selected on all pages, and the actions for all of them. It has the same height with and without a
 * selection, so that the rows stay where they are.
 */
export function BulkBar({ selection: { keys, matching }, actions, onClear }: BulkBarProps) {
  const t = useTexts(listTexts)
  const count = keys.size
  return (
    <div className={classes['bulk']} data-shown={count > 0 || undefined}>
      {/* Always rendered, because a new live region would not be announced. */}
      <span role="status">
        {count > 0 && (matching?.isSelected ? matching.selectedLabel : formatMessage(t.list_selected, { count }))}
      </span>
      {count > 0 && matching && !matching.isSelected && (
        <Button size="s" kind="quiet" onClick={matching.select}>
          {matching.label}
        </Button>
      )}
      {count === 0 && actions.length > 0 && <span className={classes['bulkHint']}>{t.list_selection_hint}</span>}
      {count > 0 && (
        <BulkActions
          // Other labels have other widths.
          key={actions.map(({ label }) => label).join()}
          actions={actions}
          clear={{ label: t.list_clear_selection, onSelect: onClear }}
        />
      )}
    </div>
  )
}

interface BulkActionsProps {
  actions: readonly BulkAction[]
  clear: BulkAction
}

/** The actions in one line; those that have no room in it are in a menu at its end. */
function BulkActions({ actions, clear }: BulkActionsProps) {
  const t = useTexts(listTexts)
  const all = [...actions, clear]
  const { ref, count, isMeasuring } = useFittingCount<HTMLDivElement>(all.length)
  const hidden = actions.slice(count)
  const moreLabel = count === 0 ? t.list_actions : t.list_more_actions
  return (
    <div ref={ref} role="group" aria-label={t.list_bulk_actions} className={classes['bulkActions']}>
      {all.slice(0, count).map((action) => (
        <BulkButton key={action.label} action={action} isQuiet={action === clear} />
      ))}
      {(count < all.length || isMeasuring) && (
        <div className={classes['bulkMore']}>
          <MenuButton
            label={moreLabel}
            align={count === 0 ? 'start' : 'end'}
            groups={[...(hidden.length > 0 ? [{ entries: hidden }] : []), { entries: [clear] }]}
          >
            <span aria-hidden="true">{moreLabel}</span>
            <Icon name="chevronDown" size={16} />
          </MenuButton>
        </div>
      )}
    </div>
  )
}

function BulkButton({ action, isQuiet }: { action: BulkAction; isQuiet: boolean }) {
  const { label, icon, tone, onSelect, disabledReason } = action
  return (
    <Button
      size="s"
      kind={isQuiet ? 'quiet' : tone === 'danger' ? 'danger' : 'secondary'}
      {...(icon && { icon })}
      disabledReason={disabledReason}
      onClick={onSelect}
    >
      {label}
    </Button>
  )
}
