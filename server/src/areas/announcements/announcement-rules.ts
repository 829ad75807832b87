import { createHash } from 'node:crypto'
import type {
  AnnouncementAudience,
  AnnouncementKind,
  AnnouncementStatus,
} from '@portico/contract/announcements/announcement-admin.ts'
import type { Language } from '@portico/contract/texts/languages.ts'
import { storedTranslations, type Translation } from './announcement-languages.ts'

/** Ids of the records that an announcement is for; none of a kind means everyone. */
export interface Targets {
  systems: readonly number[]
  industries: readonly number[]
  departments: readonly number[]
  clients: readonly number[]
}

/** An announcement as its author gives it. Days are yyyy-MM-dd. */
export interface AnnouncementContent {
  title: string
  /** Sanitized HTML. */
  message: string
  /** The language of title and message; null: not said. */
  language: Language | null
  /** The text in further languages, in order of their codes. */
  translations: readonly Translation[]
  kind: AnnouncementKind
  audience: AnnouncementAudience
  from: string
  /** Null: no end. */
  to: string | null
  targets: Targets
}

/** The day before. */
export function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}

/** The status after saving: published shows it from its first day to its last (decision F1). */
export const statusAfter = (request: 'publish' | 'review'): AnnouncementStatus =>
  request === 'publish' ? 'published' : 'review'

/** Equal for two announcements that say the same to the same users in the same days. */
export function announcementDigest(content: AnnouncementContent): Buffer {
  const { title, message, translations, kind, audience, from, to, targets } = content
  const { systems, industries, departments, clients } = targets
  const lists = [systems, industries, departments, clients].map((ids) => ids.toSorted((a, b) => a - b))
  return (
    createHash('sha256')
      // Without translations as before there were any, so that stored digests stay equal.
      .update(
        JSON.stringify([
          title,
          message,
          kind,
          audience,
          from,
          to,
          ...lists,
          ...(translations.length > 0 ? [storedTranslations(translations)] : []),
        ]),
      )
      .digest()
  )
}

/** An announcement of which somebody decides whether it is published. */
interface Reviewed {
  status: AnnouncementStatus
  submittedBy: number | null
  /** Null: it was not sent back since it was submitted. */
  sentBackAt: Date | null
  /** Its last day, yyyy-MM-dd; null: no end. */
  to: string | null
}

export type ReviewRefusal = 'announcement_not_waiting' | 'announcement_own_review' | 'announcement_review_ended'

/**
 * Why a user can't publish an announcement or send it back; null where they can. `requiresOther`: nobody reviews what
 * they submitted themselves (decision F1).
 */
export function reviewRefusal(
  { status, submittedBy, sentBackAt, to }: Reviewed,
  decision: 'publish' | 'send_back',
  { reviewerId, requiresOther, today }: { reviewerId: number; requiresOther: boolean; today: string },
): ReviewRefusal | null {
  if (status !== 'review' || sentBackAt !== null) return 'announcement_not_waiting'
  if (requiresOther && submittedBy === reviewerId) return 'announcement_own_review'
  return decision === 'publish' && to !== null && to < today ? 'announcement_review_ended' : null
}
