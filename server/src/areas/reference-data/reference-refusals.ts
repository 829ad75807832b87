import { violatedConstraint } from '../../db/constraint-violation.ts'
import { type Message, MessageRef, sentences } from '../../http/sentences.ts'
import { refuse, refuseStale, refuseFields, refuseField } from '../../http/answers.ts'
import type { FieldIssue, ReferenceRows, ReferenceTable } from './reference-rows.ts'
import type { EntryUse, LockedEntry } from './reference-store.ts'

/** Why an act on an entry of one category is refused, in a sentence. */
export function referenceRefusals({ texts }: ReferenceTable, { unique, refersTo = {} }: ReferenceRows) {
  const entry = new MessageRef(texts.entry)
  const broken = (message: Message) => refuseFields('422', message, [])
  const isReference = (field: string) => Object.values(refersTo).includes(field)
  const atField = ({ field, message }: FieldIssue) => refuseField(field, message)
  return {
    missing: () => refuse('404', sentences.not_found),
    stale: (held: LockedEntry) =>
      refuseStale(
        held,
        ({ name }) => sentences.reference_stale({ entry, name }),
        sentences.reference_stale_unknown({ entry }),
      ),
    protected: () => broken(sentences.reference_protected({ entry })),
    kept: () => broken(sentences.reference_kept({ entry })),
    /** Null where nothing uses the entry. */
    inUse: (uses: readonly EntryUse[]) => {
      const names = uses
        .filter(({ usageCnt, isLost }) => usageCnt > 0 && !isLost)
        .map(({ by, usageCnt }) => sentences.used_by_count({ kind: new MessageRef(by), count: usageCnt }))
      if (names.length === 0) return null
      return broken(texts.used ? new MessageRef(texts.used) : sentences.reference_in_use({ entry, uses: names }))
    },
    atField,
    /** Names the field where an index or a foreign key refused; anything else is thrown again. */
    fieldRefused: (error: unknown) => {
      const constraint = violatedConstraint(error) ?? ''
      const taken = unique[constraint]
      if (taken !== undefined) return atField({ field: taken, message: sentences.field_taken })
      const unknown = refersTo[constraint]
      if (unknown !== undefined) return atField({ field: unknown, message: sentences.field_invalid })
      throw error
    },
    undoExpired: () => refuse('404', sentences.undo_expired),
    /** A rule that has changed meanwhile, or what the entry referred to, speaks against a deleted entry. */
    restoreInvalid: ({ field, message }: FieldIssue) =>
      refuse('409', isReference(field) ? sentences.reference_restore_orphan({ entry }) : message),
    /** A deleted entry, or another one with its name, is there again; or what it referred to is gone. */
    restoreTaken: (error: unknown) => {
      const constraint = violatedConstraint(error)
      if (constraint === undefined) throw error
      return refuse(
        '409',
        constraint in refersTo
          ? sentences.reference_restore_orphan({ entry })
          : sentences.reference_restore_taken({ entry }),
      )
    },
  }
}
