import type { AnnouncementRequestType, SentAnnouncement } from '@portico/contract/announcements/announcement-admin.ts'
import {
  type AnnouncementDraft,
  announcementIssues,
  type AnnouncementTranslation,
  plainTitle,
} from '@portico/contract/announcements/announcement-rules.ts'
import { ANNOUNCEMENT_MESSAGE_MAX } from '@portico/contract/limits.ts'
import { isCleanable } from '@portico/contract/rich-text.ts'
import type { Tx } from '../../db/database.ts'
import { type FieldIssue, refuseField, refuseIssues } from '../../http/answers.ts'
import { sentences } from '../../http/sentences.ts'
import { cleanRichText } from '../../rich-text.ts'
import { reachesAnybody } from './announcement-reach.ts'
import { type AnnouncementContent, dayBefore, type Targets } from './announcement-rules.ts'
import { missingTargets, targetKinds } from './announcement-targets.ts'
import { valueCode } from './announcement-values.ts'
import { runFirst } from '../../db/run.ts'
import { statement, text } from '../../db/statement.ts'

/** What is asked for: what was sent, and whether to publish it. */
export interface Asked {
  sent: SentAnnouncement
  request: AnnouncementRequestType
}

interface ContentCheck extends Asked {
  before: AnnouncementContent | null
}

/** The announcement as it may be stored, or the refusal with every broken field. */
export async function checkContent(tx: Tx, timeZone: string, { sent, request, before }: ContentCheck) {
  const draft = await draftOf(tx, sent, before)
  // One day of tolerance for the zones of administrators (decision F2).
  const earliest = dayBefore(await businessToday(tx, timeZone))
  const issues = [
    ...announcementIssues(draft, earliest, before).map(({ field, text }) => ({
      field,
      message: sentences[text],
    })),
    ...(await targetIssues(tx, draft.targets)),
  ]
  if (issues.length > 0) return refuseIssues(issues)
  const content = draft as AnnouncementContent
  if (request === 'publish' && !(await reachesAnybody(tx, content)))
    return refuseField(narrowestTarget(content.targets), sentences.announcement_reaches_nobody)
  return content
}

const businessTodayStatement = statement([text], {
  name: 'announcements: business today',
  text: 'select business_today($1)::text as today',
  row: { today: text },
})

/** The present business day, yyyy-MM-dd. */
export async function businessToday(tx: Tx, timeZone: string): Promise<string> {
  const day = await runFirst(tx, businessTodayStatement(timeZone))
  return day?.today ?? ''
}

async function draftOf(
  tx: Tx,
  sent: SentAnnouncement,
  before: AnnouncementContent | null,
): Promise<AnnouncementDraft & { targets: Targets }> {
  const [message, translations, kind, audience] = await Promise.all([
    cleanMessage(sent.anncMessage ?? sent.messageText ?? ''),
    cleanTranslations(sent.translations, before),
    valueCode(tx, 'SYSTEM_ANNC_TYPE', sent.anncType ?? sent.type),
    valueCode(tx, 'SYSTEM_ANNC_USER_TYPE', sent.userType),
  ])
  return {
    title: plainTitle(sent.anncTitle ?? sent.titleText ?? ''),
    message,
    language: sent.languageCd === undefined ? (before?.language ?? null) : sent.languageCd,
    translations,
    kind,
    audience,
    from: sent.effectiveFromDt ?? undefined,
    to: sent.effectiveToDt ?? null,
    targets: targetsOf(sent),
  }
}

async function cleanMessage(sent: string): Promise<string | null> {
  const html = sent.toWellFormed()
  return isCleanable(html, ANNOUNCEMENT_MESSAGE_MAX) ? cleanRichText(html) : null
}

/** The translations that were sent, in order of their languages; those from before where none are named. */
async function cleanTranslations(
  sent: SentAnnouncement['translations'],
  before: AnnouncementContent | null,
): Promise<readonly AnnouncementTranslation[]> {
  if (sent === undefined) return before?.translations ?? []
  const cleaned = await Promise.all(
    sent.map(async ({ languageCd, titleText, messageText }) => ({
      language: languageCd,
      title: plainTitle(titleText),
      message: await cleanMessage(messageText),
    })),
  )
  return cleaned.toSorted((one, other) => (one.language < other.language ? -1 : 1))
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

/** The targets that do not exist any more, each at the field where it is chosen. */
export async function targetIssues(tx: Tx, targets: Targets): Promise<FieldIssue[]> {
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
