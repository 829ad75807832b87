import { useMemo } from 'react'
import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import {
  callsOf,
  type ReferenceCategory,
  type ReferenceEntry,
  requestsOf,
} from '@portico/contract/kit/reference-table.ts'
import { referenceDataTexts } from '@portico/contract/texts/reference-data-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { askedFields, formSchemaOf, formValuesOf, inputOf, requestValuesOf } from './reference-form.ts'
import { ReferenceField } from './ReferenceField.tsx'
import type { EntryId } from './reference-queries.ts'
import { shownFieldOf, valueInWords } from './reference-words.ts'

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
  const requests = requestsOf(category)
  const fields = askedFields(category, entry)
  const form = useForm({
    schema: useMemo(() => formSchemaOf(category, entry), [category, entry]),
    initial: formValuesOf(category, entry),
    draftKey: `${category.path}-${entry?.[category.key] ?? 'new'}`,
    loadedVersion: entry?.version ?? 0,
    comparedAs: {
      format: (field, value) =>
        valueInWords(category, field, { version: 0, [field]: value as string | boolean }, t) || undefined,
    },
    secret: fields.filter((field) => inputOf(category, field) === 'secret'),
    labels: Object.fromEntries(fields.map((field) => [field, t[category.labels[field] as 'department_name']])),
    invalidate: [calls.list],
    save: async (values) => {
      const given = requestValuesOf(category, entry, values)
      if (entry === null) {
        const { version } = await call(calls.add, requests.add(uid, given) as RequestOf<typeof calls.add>)
        // An employer that has a timeout already gets another one instead of a second.
        return formatMessage(version === 1 ? t.reference_added : t.reference_changed, words)
      }
      const changed = requests.change(uid, id, { ...given, version: entry.version })
      await call(calls.change, changed as RequestOf<typeof calls.change>)
      return formatMessage(t.reference_changed, words)
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
      {entry !== null &&
        category.fixed?.map((field) => (
          <p key={field}>
            {t[category.labels[field] as 'department_name']}:{' '}
            {valueInWords(category, shownFieldOf(category, field), entry, t)}
          </p>
        ))}
      {fields.map((field, index) => (
        <ReferenceField key={field} category={category} field={field} entry={entry} form={form} isFirst={index === 0} />
      ))}
    </EditDialog>
  )
}
