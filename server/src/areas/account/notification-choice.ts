import { bareDigits, textMessageIssues } from '@portico/contract/account-rules.ts'
import type { saveOwnNotificationTypes } from '@portico/contract/account.ts'
import type { FieldIssue } from '@portico/contract/kit/envelope.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { z } from 'zod'
import { Answer, refuse, refuseFields } from '../../http/answers.ts'
import type { Caller, RequestFacts } from '../../http/caller.ts'
import { ownScope, type Stores } from '../../stores.ts'
import { whoOf } from '../audit/public.ts'
import { findCarrierDomain, notificationTypes, ownNotificationTypes } from './account-lists.ts'
import type { AccountParts } from './account-parts.ts'
import { losesReceiver, sendOptOut, takeOptOut, welcomeReceiver } from './opt-out.ts'
import { type OwnAccount, readOwnAccount } from './profile.ts'
import { headlineOf, toFieldIssues } from './profile-rules.ts'

type Sent = z.output<typeof saveOwnNotificationTypes.body>

interface Choice {
  typeIds: number[]
  wantsTexts: boolean
  agrees: boolean
  mobilePhone: string | null
  carrierId: number | null
}

interface Receiver {
  mobilePhone: string
  carrierId: number
}
const nobody = { mobilePhone: null, carrierId: null }

/**
 * Keeps how the caller wants to be notified. Text messages need consent, number and carrier; without
 * them number and carrier go. A telephone that goes, or gives way to another, gets one last text (ACCT-057..062).
 */
export async function saveNotificationChoice(parts: AccountParts, caller: Caller, sent: Sent, facts: RequestFacts) {
  if (caller.actorId !== null) return refuse('403', defaultTexts.not_allowed)
  const { db, transact } = parts
  const before = await db.read(ownScope(caller), (tx) => readOwnAccount(tx, caller.user.id))
  const known = await notificationTypes(db)
  const choice = choiceOf(
    sent,
    before,
    new Set(known.flatMap((type) => (type.textMessageFlg ? type.notificationTypeId : []))),
  )
  const issues = await issuesOf(parts, choice, before, new Set(known.map((type) => type.notificationTypeId)))
  if (issues.length) return refuseFields('422', headlineOf(issues), issues)
  const version = Array.isArray(sent) ? undefined : sent.version
  if (version !== undefined && version !== before.version) return refuse('409', defaultTexts.account_stale)
  const receiver = receiverAfter(before, choice)
  const optOut =
    receiver !== undefined && losesReceiver(before, receiver ?? nobody) ? await takeOptOut(parts, before) : undefined
  return transact(ownScope(caller), async (stores) => {
    if (!(await stores.ownAccounts.isAtVersion(before.id, before.version)))
      return refuse('409', defaultTexts.account_stale)
    const chosen = await ownNotificationTypes(stores.tx, before.id)
    await store(stores, before, choice, receiver)
    if (optOut) await sendOptOut(stores, optOut, facts)
    const now = await ownNotificationTypes(stores.tx, before.id)
    const after = await readOwnAccount(stores.tx, before.id)
    if (receiver) await welcomeReceiver(stores, after)
    await record(stores, caller, [before, after], [chosen, now], facts)
    return new Answer(now, { message: defaultTexts.account_saved })
  })
}

/**
 * The bare list knows no word for consent: whoever chooses text messages in it consents by that. The
 * full form says it, and what it leaves out is as it is stored.
 */
function choiceOf(sent: Sent, before: OwnAccount, textTypes: ReadonlySet<number>): Choice {
  const types = Array.isArray(sent) ? sent : sent.notificationTypes
  const typeIds = [...new Set(types.map((type) => type.notificationTypeId))]
  const more = Array.isArray(sent) ? { agreedToTextsFlg: true } : sent
  const mobile = 'mobilePhnNbr' in more ? more.mobilePhnNbr : undefined
  const carrier = 'smsCarrierId' in more ? more.smsCarrierId : undefined
  return {
    typeIds,
    wantsTexts: typeIds.some((id) => textTypes.has(id)),
    agrees: more.agreedToTextsFlg ?? before.agreedToTextsAt !== null,
    mobilePhone: mobile === undefined ? before.mobilePhone : mobile && mobile.trim(),
    carrierId: carrier === undefined ? before.carrierId : carrier,
  }
}

async function issuesOf(
  { db }: AccountParts,
  choice: Choice,
  before: OwnAccount,
  known: ReadonlySet<number>,
): Promise<FieldIssue[]> {
  if (choice.typeIds.some((id) => !known.has(id)))
    return [{ field: 'notificationTypes', message: defaultTexts.notification_type_missing }]
  const isGone = choice.carrierId !== null && (await findCarrierDomain(db, choice.carrierId)) === undefined
  const asked = { ...choice, mobilePhnNbr: choice.mobilePhone ?? '', smsCarrierId: isGone ? null : choice.carrierId }
  return toFieldIssues(textMessageIssues(asked, before.takesInternationalPhones))
}

/** The telephone that takes texts from now on; null: none any more; undefined: whatever is stored stays. */
function receiverAfter(before: OwnAccount, choice: Choice): Receiver | null | undefined {
  const { wantsTexts, mobilePhone, carrierId } = choice
  if (wantsTexts && mobilePhone !== null && carrierId !== null)
    return { mobilePhone: bareDigits(mobilePhone), carrierId }
  return before.wantsTexts && !wantsTexts ? null : undefined
}

async function store(
  { ownAccounts }: Stores,
  before: OwnAccount,
  choice: Choice,
  receiver: Receiver | null | undefined,
) {
  await ownAccounts.setNotificationTypes(before.id, choice.typeIds)
  if (receiver !== undefined) await ownAccounts.setTextReceiver(before.id, receiver)
}

type Types = Awaited<ReturnType<typeof ownNotificationTypes>>

async function record(
  { audit }: Stores,
  caller: Caller,
  [before, after]: readonly [OwnAccount, OwnAccount],
  [chosen, now]: readonly [Types, Types],
  facts: RequestFacts,
): Promise<void> {
  const told = (account: OwnAccount, types: Types): [string, unknown][] => [
    ['notificationTypes', types.map((type) => type.notificationTypeId)],
    ['mobilePhone', account.mobilePhone],
    ['carrierId', account.carrierId],
    ['agreesToTexts', account.agreedToTextsAt !== null],
  ]
  const was = told(before, chosen)
  const is = told(after, now)
  const differs = (_: unknown, index: number) => JSON.stringify(was[index]) !== JSON.stringify(is[index])
  if (!is.some(differs)) return
  audit.record(facts, {
    event: 'user_updated',
    ...whoOf(caller),
    target: { kind: 'user', id: before.id },
    before: Object.fromEntries(was.filter(differs)),
    after: Object.fromEntries(is.filter(differs)),
  })
}
