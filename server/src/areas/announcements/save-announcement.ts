import type { AnnouncementRequestType, SentAnnouncement } from '@portico/contract/announcement-admin.ts'
import { type AnnouncementDraft, announcementIssues, plainTitle } from '@portico/contract/announcement-rules.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import {
  Answer,
  type FieldIssue,
  refuse,
  refuseStale,
  refuseFields,
  refuseIssues,
  refuseField,
} from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { cleanRichText } from '../../rich-text.ts'
import type { Stores, Transact } from '../../stores.ts'
import { findAnnouncementForAdmin } from './announcement-admin-list.ts'
import { reachesAnybody } from './announcement-reach.ts'
import { type AnnouncementContent, dayBefore, statusAfter, type Targets } from './announcement-rules.ts'
import type { HeldAnnouncement } from './announcement-store.ts'
import { missingTargets, targetKinds } from './announcement-targets.ts'
import { valueCode } from './announcement-values.ts'

export interface AnnouncementAdminDeps {
  transact: Transact<'announcements' | 'audit' | 'jobs' | 'tx' | 'undo'>
  /** Business time zone. */
  timeZone: string
}

type AdminStores = Pick<Stores, 'announcements' | 'audit' | 'jobs' | 'tx' | 'undo'>

/** What is asked for: what was sent, and whether to publish it. */
interface Asked {
  sent: SentAnnouncement
  request: AnnouncementRequestType
}

/** Adds an announcement. The same one twice is refused, so that a repeated request adds one. */
export function addAnnouncement(deps: AnnouncementAdminDeps, by: CallContext, { sent, request }: Asked) {
  return inTransaction(deps, by, async (stores) => {
    const content = await judge(stores.tx, deps, { sent, request, before: null })
    if (!('title' in content)) return content
    const id = await stores.announcements.add(content, statusAfter(request), by.caller.user.id)
    recordChange(stores, by, id, { before: null, after: { ...content, status: statusAfter(request) } })
    return { id, message: sentences.announcement_saved }
  })
}

/** Changes an announcement that is not deleted, and of the version that the caller knows. */
export function updateAnnouncement(
  deps: AnnouncementAdminDeps,
  by: CallContext,
  { id, version, sent, request }: Asked & { id: number; version: number | undefined },
) {
  return inTransaction(deps, by, async (stores) => {
    const held = await stores.announcements.hold(id)
    const refusal = refuseHeld(held, version)
    if (refusal || !held) return refusal ?? refuse('404', sentences.not_found)
    const content = await judge(stores.tx, deps, { sent, request, before: held })
    if (!('title' in content)) return content
    const status = statusAfter(request)
    if (recordChange(stores, by, id, { before: held, after: { ...content, status } }))
      await stores.announcements.change(held, content, status, by.caller.user.id)
    return { id, message: sentences.announcement_edited }
  })
}

/** Why an announcement can't be changed; null where it can. */
export function refuseHeld(held: HeldAnnouncement | undefined, version: number | undefined) {
  if (!held) return refuse('404', sentences.not_found)
  if (version !== undefined && version !== held.version)
    return refuseStale(held, sentences.announcement_stale, sentences.announcement_stale_unknown)
  return held.status === 'deleted' ? refuseFields('422', sentences.announcement_is_deleted, []) : null
}

interface Saved {
  id: number
  message: typeof sentences.announcement_saved
}

/** Runs the work, wakes the job that sends what is in force, and answers with the announcement as it is now. */
async function inTransaction<R>(
  { transact, timeZone }: AnnouncementAdminDeps,
  { caller }: CallContext,
  work: (stores: AdminStores) => Promise<Saved | R>,
) {
  try {
    return await transact(adminScope(caller), async (stores) => {
      const done = await work(stores)
      if (!isSaved(done)) return done
      await stores.jobs.enqueue('announcement-sync', {})
      return new Answer(await findAnnouncementForAdmin(stores.tx, done.id, timeZone), { message: done.message })
    })
  } catch (error) {
    return refuseDuplicate(error)
  }
}

const isSaved = (done: unknown): done is Saved => typeof done === 'object' && done !== null && 'id' in done

/** The refusal of an announcement that is there already; throws any other error again. */
export function refuseDuplicate(error: unknown) {
  const isDuplicate =
    typeof error === 'object' &&
    error !== null &&
    'constraint' in error &&
    error.constraint === 'announcements_by_digest'
  if (!isDuplicate) throw error
  return refuse('409', sentences.announcement_duplicate)
}

interface Judged extends Asked {
  before: AnnouncementContent | null
}

/** The announcement as it may be stored, or the refusal with every broken field. */
async function judge(tx: Tx, { timeZone }: AnnouncementAdminDeps, { sent, request, before }: Judged) {
  const draft = await draftOf(tx, sent)
  const [day] = await query<{ today: string }>(tx, 'select business_today($1)::text as today', [timeZone])
  // One day of tolerance for the zones of administrators (decision F2).
  const earliest = dayBefore(day?.today ?? '')
  const issues = [
    ...announcementIssues(draft, earliest, before).map(({ field, text }) => ({
      field,
      message: sentences[text],
    })),
    ...(await targetIssues(tx, draft.targets)),
  ]
  if (issues.length > 0) return refuseIssues(issues)
  const content = draft as AnnouncementContent
  if (request === 'publish' && !(await reachesAnybody(tx, content))) {
    const message = sentences.announcement_reaches_nobody
    return refuseField(narrowestTarget(content.targets), message)
  }
  return content
}

async function draftOf(tx: Tx, sent: SentAnnouncement): Promise<AnnouncementDraft & { targets: Targets }> {
  const [message, kind, audience] = await Promise.all([
    cleanRichText((sent.anncMessage ?? sent.messageText ?? '').toWellFormed()),
    valueCode(tx, 'SYSTEM_ANNC_TYPE', sent.anncType ?? sent.type),
    valueCode(tx, 'SYSTEM_ANNC_USER_TYPE', sent.userType),
  ])
  return {
    title: plainTitle(sent.anncTitle ?? sent.titleText ?? ''),
    message,
    kind,
    audience,
    from: sent.effectiveFromDt ?? undefined,
    to: sent.effectiveToDt ?? null,
    targets: targetsOf(sent),
  }
}

/** The targets that a call names, each once and in order. */
export function targetsOf(
  sent: Pick<SentAnnouncement, 'systemIdList' | 'industryIdList' | 'departmentIdList' | 'employerIdList'>,
): Targets {
  const sorted = (ids: readonly number[] = []) => [...new Set(ids)].toSorted((a, b) => a - b)
  return {
    systems: sorted(sent.systemIdList),
    industries: sorted(sent.industryIdList),
    departments: sorted(sent.departmentIdList),
    clients: sorted(sent.employerIdList),
  }
}

/** Where a target is chosen. */
const targetFields: Readonly<Record<keyof Targets, string>> = {
  systems: 'systemIdList',
  industries: 'industryIdList',
  departments: 'departmentIdList',
  clients: 'employerIdList',
}

async function targetIssues(tx: Tx, targets: Targets): Promise<FieldIssue[]> {
  const issues: FieldIssue[] = []
  for (const kind of targetKinds) {
    const { count, names } = await missingTargets(tx, kind, targets[kind])
    if (count === 0) continue
    const message =
      names.length === count
        ? sentences.announcement_targets_gone({ names: names.join(', ') })
        : sentences.announcement_target_gone({ count })
    issues.push({ field: targetFields[kind], message })
  }
  return issues
}

/** The field of the targets that reach nobody: the first kind that is chosen, or the user type. */
const narrowestTarget = (targets: Targets): string => {
  const chosen = (['clients', 'departments', 'industries', 'systems'] as const).find((kind) => targets[kind].length > 0)
  return chosen ? targetFields[chosen] : 'userType'
}

/** Records what differs; false where nothing does. */
export function recordChange(
  { audit }: Pick<Stores, 'audit'>,
  by: CallContext,
  id: number,
  {
    before,
    after,
  }: { before: (AnnouncementContent & { status: string }) | null; after: AnnouncementContent & { status: string } },
): boolean {
  const stateOf = ({ title, message, kind, audience, from, to, targets, status }: typeof after) => ({
    title,
    message,
    kind,
    audience,
    status,
    from,
    to,
    ...targets,
  })
  const target = { event: 'announcement_changed', kind: 'announcement', id, clientId: null } as const
  return audit.change(by, target, before && stateOf(before), stateOf(after))
}
