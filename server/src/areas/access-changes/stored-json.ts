import { type Message, MessageRef } from '../../http/sentences.ts'
import type { TextKey } from '@portico/contract/texts/texts.ts'
import type { ActPermissions } from './access-change-rules.ts'

/** A message as it is stored: the keys of its texts and their values, in the form of `MessageRef`. */
export type StoredSentence = { key: TextKey; values: Record<string, StoredValue> } | StoredSentence[]
type StoredValue = string | number | StoredSentence

export const sentenceOfJson = (stored: StoredSentence): Message =>
  Array.isArray(stored) ? stored.flatMap((each) => sentenceOfJson(each)) : refOf(stored)

const refOf = ({ key, values }: Exclude<StoredSentence, unknown[]>): MessageRef =>
  new MessageRef(
    key,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? sentenceOfJson(value) : value]),
    ),
  )

/** Permissions that were stored as JSON, with times as moments and the fields in the order of grants that are read. */
export const permissionsOfJson = ({ system, page, setIds, setsEndAt, setEnds }: ActPermissions): ActPermissions => ({
  ...(setIds && { setIds }),
  ...(setsEndAt && { setsEndAt: new Date(setsEndAt) }),
  ...(setEnds && {
    setEnds: Object.fromEntries(Object.entries(setEnds).map(([setId, endsAt]) => [setId, new Date(endsAt)])),
  }),
  system: system.map(({ systemId, isAdmin, hasSensitiveData, endsAt }) => ({
    systemId,
    isAdmin,
    hasSensitiveData,
    endsAt: momentOf(endsAt),
  })),
  page: page.map(({ pageId, endsAt }) => ({ pageId, endsAt: momentOf(endsAt) })),
})

const momentOf = (endsAt: Date | string | null) => (endsAt === null ? null : new Date(endsAt))
