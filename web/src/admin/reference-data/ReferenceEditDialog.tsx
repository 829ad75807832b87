import { useMemo } from 'react'
import { callsOf, type ReferenceCategory, type ReferenceEntry } from '@portico/contract/kit/reference-table.ts'
import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { referenceDataTexts } from '@portico/contract/texts/reference-data-texts.ts'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { formSchemaOf, formValuesOf, inputOf, requestValuesOf } from './reference-form.ts'
import type { EntryId } from './reference-queries.ts'

interface ReferenceEditDialogProps {
  category: ReferenceCategory
  /** Null: a new one. */
  entry: ReferenceEntry | null
  onClose: () => void
}

/** Adds an entry of a category or changes one; refused if somebody else has changed it in the meantime. */
export function ReferenceEditDialog({ category, entry, onClose }: ReferenceEditDialogProps) {
  const t = useTexts(referenceDataTexts)
  const { uid } = useSignedIn()
  const calls = callsOf(category)
  const id = entry?.[category.key] as EntryId
  const words = { entry: t[category.texts.entry] as string }
  const fields = Object.keys(category.fields)
  const form = useForm({
    schema: useMemo(() => formSchemaOf(category), [category]),
    initial: formValuesOf(category, entry),
    draftKey: `${category.path}-${entry?.[category.key] ?? 'new'}`,
    labels: Object.fromEntries(fields.map((field) => [field, t[category.labels[field] as 'department_name']])),
    save: async (values) => {
      const given = requestValuesOf(category, values)
      try {
        if (entry === null) await call(calls.add, { params: { uid }, body: given })
        else
          await call(calls.change, { params: { uid, [category.key]: id }, body: { ...given, version: entry.version } })
      } finally {
        // Refused because somebody else has changed it: the list shows their values.
        await invalidate(calls.list)
      }
      return formatMessage(entry ? t.reference_changed : t.reference_added, words)
    },
  })
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      title={formatMessage(entry ? t.reference_edit_title : t.reference_add, words)}
      submitLabel={formatMessage(t.reference_save, words)}
      closeAfterMs={CLOSE_AFTER_MS.setting}
    >
      {fields.map((field, index) => {
        const input = inputOf(category, field)
        if (input === 'check') return <CheckField key={field} {...form.check(field)} />
        return (
          <TextField
            key={field}
            {...form.field(field)}
            {...(input === 'number' && { inputMode: 'numeric' })}
            {...(index === 0 && { 'data-autofocus': true })}
          />
        )
      })}
    </EditDialog>
  )
}
