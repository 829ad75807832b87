import { type Message, Sentence, sentences } from '../../http/sentences.ts'
import { refuse, refuseChanged, refuseFields } from '../../http/answers.ts'
import type { ReferenceRows, ReferenceTable } from './reference-rows.ts'
import type { EntryUse, HeldEntry } from './reference-store.ts'

/** Why an act on an entry of one category is refused, in a sentence. */
export function referenceRefusals({ texts }: ReferenceTable, { unique }: ReferenceRows) {
  const entry = new Sentence(texts.entry)
  const broken = (message: Message) => refuseFields('422', message, [])
  return {
    missing: () => refuse('404', sentences.not_found),
    stale: ({ changedByName: name, changedAt }: HeldEntry) =>
      refuseChanged(
        name === null ? sentences.reference_stale_unknown({ entry }) : sentences.reference_stale({ entry, name }),
        {
          changedByNm: name,
          changedDt: changedAt,
        },
      ),
    protected: () => broken(sentences.reference_protected({ entry })),
    /** Null where nothing uses the entry. */
    inUse: (uses: readonly EntryUse[]) => {
      const names = uses
        .filter(({ usageCnt }) => usageCnt > 0)
        .map(({ by, usageCnt }) => sentences.used_by_count({ kind: new Sentence(by), count: usageCnt }))
      return names.length ? broken(sentences.reference_in_use({ entry, uses: names })) : null
    },
    /** Names the field where a unique index refused; anything else is thrown again. */
    fieldTaken: (error: unknown) => {
      const field = unique[constraintOf(error) ?? '']
      if (field === undefined) throw error
      return refuseFields('422', sentences.field_taken, [{ field, message: sentences.field_taken }])
    },
    undoExpired: () => refuse('404', sentences.undo_expired),
    /** A deleted entry, or another one with its name, is there again. */
    restoreTaken: (error: unknown) => {
      if (constraintOf(error) === undefined) throw error
      return refuse('409', sentences.reference_restore_taken({ entry }))
    },
  }
}

const constraintOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'constraint' in error ? (error.constraint as string) : undefined
