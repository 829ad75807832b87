import { useMemo } from 'react'
import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import {
  callsOf,
  type ReferenceCategory,
  type ReferenceEntry,
  requestsOf,
} from '@portico/contract/kit/reference-table.ts'
import { referenceDataTexts } from '@portico/contract/reference-data/reference-data-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { ManagedLine } from '../../patterns/ManagedLine.tsx'
import { unexpectedFailureAs } from '../../patterns/unexpected-failure.ts'
import { useForm } from '../../patterns/use-form.ts'
import { askedFields, formSchemaOf, formValuesOf, inputOf, requestValuesOf, settledFields } from './reference-form.ts'
import { managedKindOf } from './managed-kinds.ts'
import { ReferenceField } from './ReferenceField.tsx'
import type { EntryId } from './reference-queries.ts'
import { failureOf, shownFieldOf, valueInWords } from './reference-words.ts'

interface ReferenceEditDialogProps {
  category: ReferenceCategory
  /** Null: a new one. */
  entry: ReferenceEntry | null
  /** Values of a new entry that are not asked for, with the names of what they refer to. */
  given?: Partial<ReferenceEntry>
  /** Milliseconds until the dialog closes after a success. */
  closeAfterMs?: number
  onClose: () => void
}

const NOTHING_GIVEN = {}

/** Adds an entry of a category or changes one; refused if somebody else has changed it in the meantime. */
export function ReferenceEditDialog(props: ReferenceEditDialogProps) {
  const { category, entry, given = NOTHING_GIVEN, closeAfterMs = CLOSE_AFTER_MS.setting, onClose } = props
  const t = useTexts(referenceDataTexts)
  const words = { entry: t[category.texts.entry] as string }
  const known = entry ?? given
  const form = useReferenceForm(category, entry, known)
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      title={formatMessage(entry ? t.reference_edit_title : t.reference_add, words)}
      submitLabel={formatMessage(t.reference_save, words)}
      closeAfterMs={closeAfterMs}
    >
      {entry && <ManagedLine kind={managedKindOf(category)} id={entry[category.key] as EntryId} />}
      {settledFields(category, known).map((field) => (
        <p key={field}>
          {t[category.labels[field] as 'department_name']}:{' '}
          {valueInWords(category, shownFieldOf(category, field), known, t)}
        </p>
      ))}
      {askedFields(category, known).map((field, index) => (
        <ReferenceField key={field} category={category} field={field} entry={entry} form={form} isFirst={index === 0} />
      ))}
    </EditDialog>
  )
}

function useReferenceForm(category: ReferenceCategory, entry: ReferenceEntry | null, known: Partial<ReferenceEntry>) {
  const t = useTexts(referenceDataTexts)
  const { uid } = useSignedIn()
  const calls = callsOf(category)
  const requests = requestsOf(category)
  const words = { entry: t[category.texts.entry] as string }
  const unexplained = unexpectedFailureAs(failureOf(category, t))
  const fields = askedFields(category, known)
  const settled = settledFields(category, known).map((field) => [field, known[field]] as const)
  return useForm({
    schema: useMemo(() => formSchemaOf(category, known), [category, known]),
    initial: formValuesOf(category, known),
    draftKey: [category.path, entry?.[category.key] ?? ['new', ...settled.map(([, value]) => value)]].flat().join('-'),
    loadedVersion: entry?.version ?? 0,
    comparedAs: {
      format: (field, value) =>
        valueInWords(category, field, { version: 0, [field]: value as string | boolean }, t) || undefined,
    },
    secret: fields.filter((field) => inputOf(category, field) === 'secret'),
    labels: Object.fromEntries(fields.map((field) => [field, t[category.labels[field] as 'department_name']])),
    invalidate: [calls.list],
    save: async (values) => {
      const asked = requestValuesOf(category, known, values)
      if (entry === null) {
        const added = requests.add(uid, { ...Object.fromEntries(settled), ...asked })
        const { version } = await call(calls.add, added as RequestOf<typeof calls.add>).catch(unexplained)
        // An employer that has a timeout already gets another one instead of a second.
        return formatMessage(version === 1 ? t.reference_added : t.reference_changed, words)
      }
      const changed = requests.change(uid, entry[category.key] as EntryId, { ...asked, version: entry.version })
      await call(calls.change, changed as RequestOf<typeof calls.change>).catch(unexplained)
      return formatMessage(t.reference_changed, words)
    },
  })
}
