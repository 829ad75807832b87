import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { refuse, refuseChanged, refuseFields } from '../../http/answers.ts'
import type { ReferenceRows, ReferenceTable } from './reference-rows.ts'
import type { EntryUse, HeldEntry } from './reference-store.ts'

/** Why an act on an entry of one category is refused, in a sentence. */
export function referenceRefusals({ texts }: ReferenceTable, { unique }: ReferenceRows) {
  const entry = defaultTexts[texts.entry]
  const broken = (message: string) => refuseFields('422', message, [])
  return {
    missing: () => refuse('404', defaultTexts.not_found),
    stale: ({ changedByName: name, changedAt }: HeldEntry) =>
      refuseChanged(
        name === null
          ? formatMessage(defaultTexts.reference_stale_unknown, { entry })
          : formatMessage(defaultTexts.reference_stale, { entry, name }),
        {
          changedByNm: name,
          changedDt: changedAt,
        },
      ),
    protected: () => broken(formatMessage(defaultTexts.reference_protected, { entry })),
    /** Null where nothing uses the entry. */
    inUse: (uses: readonly EntryUse[]) => {
      const names = uses
        .filter(({ usageCnt }) => usageCnt > 0)
        .map(({ usedByNm, usageCnt }) => `${usedByNm} (${usageCnt})`)
      return names.length
        ? broken(formatMessage(defaultTexts.reference_in_use, { entry, uses: names.join(', ') }))
        : null
    },
    /** Names the field where a unique index refused; anything else is thrown again. */
    fieldTaken: (error: unknown) => {
      const field = unique[constraintOf(error) ?? '']
      if (field === undefined) throw error
      return refuseFields('422', defaultTexts.field_taken, [{ field, message: defaultTexts.field_taken }])
    },
    undoExpired: () => refuse('404', defaultTexts.undo_expired),
    /** A deleted entry, or another one with its name, is there again. */
    restoreTaken: (error: unknown) => {
      if (constraintOf(error) === undefined) throw error
      return refuse('409', formatMessage(defaultTexts.reference_restore_taken, { entry }))
    },
  }
}

const constraintOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'constraint' in error ? (error.constraint as string) : undefined
