import { createHash } from 'node:crypto'
import type {
  AnnouncementAudience,
  AnnouncementKind,
  AnnouncementStatus,
} from '@portico/contract/announcement-admin.ts'

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
export function announcementDigest({ title, message, kind, audience, from, to, targets }: AnnouncementContent): Buffer {
  const { systems, industries, departments, clients } = targets
  const lists = [systems, industries, departments, clients].map((ids) => ids.toSorted((a, b) => a - b))
  return createHash('sha256')
    .update(JSON.stringify([title, message, kind, audience, from, to, ...lists]))
    .digest()
}
