import { useQuery } from '@tanstack/react-query'
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
import { DeleteDialog } from '../../patterns/DeleteDialog.tsx'
import { type EntryId, usesQuery } from './reference-queries.ts'
import { failureOf, nameOf, removalOf } from './reference-words.ts'

interface ReferenceDeleteDialogProps {
  category: ReferenceCategory
  entry: ReferenceEntry
  onClose: () => void
}

/** Deletes an entry that nothing uses, after telling what uses it; offers to undo it. */
export function ReferenceDeleteDialog({ category, entry, onClose }: ReferenceDeleteDialogProps) {
  const t = useTexts(referenceDataTexts)
  const { uid } = useSignedIn()
  const calls = callsOf(category)
  const id = entry[category.key] as EntryId
  const name = nameOf(category, entry)
  const words = { entry: t[category.texts.entry] as string }
  const { data: counted, isError } = useQuery(usesQuery(category, uid, id))
  const uses = (counted ?? []).filter(({ usageCnt }) => usageCnt > 0)
  const inWords = (some: typeof uses) => some.map(({ usedByNm, usageCnt }) => `${usedByNm} (${usageCnt})`).join(', ')
  const keeping = uses.filter(({ lostFlg }) => !lostFlg)
  const losing = uses.filter(({ lostFlg }) => lostFlg)
  const { used } = category.texts
  const refusal =
    keeping.length === 0
      ? undefined
      : used
        ? (t[used] as string)
        : formatMessage(t.reference_in_use, { ...words, uses: inWords(keeping) })
  const warning =
    losing.length > 0 ? formatMessage(t.reference_uses_lost, { uses: inWords(losing) }) : t.reference_unused
  return (
    <DeleteDialog
      title={formatMessage(t.reference_delete_title, words)}
      closeAfterMs={CLOSE_AFTER_MS.record}
      disabledReason={refusal}
      call={calls.remove}
      input={requestsOf(category).remove(uid, id, entry.version) as RequestOf<typeof calls.remove>}
      invalidate={[calls.list]}
      failed={failureOf(category, t)}
      success={formatMessage(t.reference_deleted, words)}
      undo={async ({ data }) => {
        await call(calls.restore, { params: { uid }, body: { undoId: data.undoId } })
        return formatMessage(t.reference_restored, words)
      }}
      onClose={onClose}
    >
      <p>{refusal === undefined ? removalOf(category, name, t) : name}</p>
      {/* The server counts again; without the counts the deletion is still safe. */}
      {!isError && <p role="status">{refusal ?? (counted ? warning : t.reference_uses_loading)}</p>}
    </DeleteDialog>
  )
}
