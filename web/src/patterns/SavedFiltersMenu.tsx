import { useState } from 'react'
import * as z from 'zod/mini'
import { isSameFilterName, SAVED_FILTER_NAME_MAX } from '@portico/contract/preferences/preference-rules.ts'
import type { SavedFilter } from '@portico/contract/preferences/preferences.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { preferenceTexts } from '@portico/contract/preferences/preference-texts.ts'
import { formatMessage, useTexts } from '../api/texts.ts'
import { Icon } from '../ui/Icon.tsx'
import { type MenuEntry, MenuButton } from '../ui/MenuButton.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toast.ts'
import { EditDialog } from './EditDialog.tsx'
import { reportNotSaved, type SavedFilters, withFilter, withoutFilter } from './list-preferences.ts'
import { useForm } from './use-form.ts'

type FilterValues = SavedFilter['filters']

interface SavedFiltersMenuProps {
  saved: SavedFilters
  /** The filters of the list now, without those that are not set. */
  current: FilterValues
  /** Reads saved filters as the address reads them: what no longer fits is left out. */
  read: (filters: FilterValues) => FilterValues
  onApply: (filters: FilterValues) => void
}

type DialogState = { kind: 'save' } | { kind: 'rename'; filter: SavedFilter }

/** Saves the filters of a list under names, and applies, renames and deletes them. */
export function SavedFiltersMenu({ saved, current, read, onApply }: SavedFiltersMenuProps) {
  const t = useTexts(preferenceTexts)
  const { list_undo: undo } = useTexts(listTexts)
  const [dialog, setDialog] = useState<DialogState | null>(null)
  const applied = saved.filters.filter(({ filters }) => isSame(read(filters), current))
  const remove = async (filter: SavedFilter) => {
    const name = filter.nameTxt
    const restore = async () => {
      await saved.update((before) => withFilter(before, filter))
      toast.success(formatMessage(t.saved_filter_restored, { name }))
    }
    await saved.update((before) => withoutFilter(before, name))
    const run = () => void restore().catch(reportNotSaved)
    toast.success(formatMessage(t.saved_filter_deleted, { name }), { label: undo, run })
  }
  const entries = saved.filters.map((filter) => ({
    label: filter.nameTxt,
    chosen: applied.includes(filter),
    onSelect: () => onApply(read(filter.filters)),
  }))
  const changes = applied.flatMap((filter): MenuEntry[] => [
    {
      label: formatMessage(t.saved_filter_rename_named, { name: filter.nameTxt }),
      icon: 'pencil',
      onSelect: () => setDialog({ kind: 'rename', filter }),
    },
    {
      label: formatMessage(t.saved_filter_delete_named, { name: filter.nameTxt }),
      icon: 'trash',
      tone: 'danger',
      onSelect: () => void remove(filter).catch(reportNotSaved),
    },
  ])
  const save: MenuEntry = {
    label: t.saved_filter_save,
    icon: 'plus',
    onSelect: () => setDialog({ kind: 'save' }),
    ...(Object.keys(current).length === 0 && { disabledReason: t.saved_filter_nothing }),
  }
  const none = saved.hasFailed ? t.saved_filters_failed : t.saved_filters_none
  return (
    <>
      <MenuButton
        label={t.saved_filters}
        groups={[
          { title: entries.length > 0 ? t.saved_filters : none, entries },
          { entries: [save] },
          ...(changes.length > 0 ? [{ entries: changes }] : []),
        ]}
      >
        <Icon name="filter" size={16} />
      </MenuButton>
      {dialog && <NameDialog dialog={dialog} saved={saved} current={current} onClose={() => setDialog(null)} />}
    </>
  )
}

interface NameDialogProps {
  dialog: DialogState
  saved: SavedFilters
  current: FilterValues
  onClose: () => void
}

/** Asks for the name of new or renamed filters. */
function NameDialog({ dialog, saved, current, onClose }: NameDialogProps) {
  const t = useTexts(preferenceTexts)
  const renamed = dialog.kind === 'rename' ? dialog.filter : undefined
  const isTaken = (name: string) =>
    saved.filters.some((filter) => filter !== renamed && isSameFilterName(filter.nameTxt, name))
  const form = useForm({
    schema: z.object({
      nameTxt: z.string().check(
        z.trim(),
        z.minLength(1, { error: 'saved_filter_name_missing', abort: true }),
        z.maxLength(SAVED_FILTER_NAME_MAX, 'field_too_long'),
        z.refine((name) => !isTaken(name), 'saved_filter_name_taken'),
      ),
    }),
    initial: { nameTxt: renamed?.nameTxt ?? '' },
    draftKey: `saved-filter-${renamed?.nameTxt ?? 'new'}`,
    labels: { nameTxt: t.saved_filter_name },
    messages: t,
    save: async ({ nameTxt }) => {
      const filters = renamed?.filters ?? current
      await saved.update((before) =>
        withFilter(renamed ? withoutFilter(before, renamed.nameTxt) : before, { nameTxt, filters }),
      )
      return formatMessage(renamed ? t.saved_filter_renamed : t.saved_filter_saved, { name: nameTxt })
    },
    afterSave: (message) => {
      toast.success(message)
      onClose()
    },
  })
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      size="s"
      title={renamed ? t.saved_filter_rename_title : t.saved_filter_save_title}
      submitLabel={renamed ? t.saved_filter_rename : t.saved_filter_submit}
    >
      <TextField {...form.field('nameTxt')} autoComplete="off" data-autofocus />
    </EditDialog>
  )
}

/** True where both filter the same, whatever the order. */
function isSame(one: FilterValues, other: FilterValues): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
