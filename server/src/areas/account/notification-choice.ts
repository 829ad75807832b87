import { textMessageIssues } from '@portico/contract/account/account-rules.ts'
import type { saveOwnNotificationTypes } from '@portico/contract/account/account.ts'
import { type PhoneNumbers, sentPhone } from '@portico/contract/phones/phone-numbers.ts'
import { sentences } from '../../http/sentences.ts'
import type { z } from 'zod'
import { type FieldIssue, Answer, refuseFields, isStaleVersion } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { findCarrierDomain, notificationTypes, ownNotificationTypes, typesInWords } from './account-lists.ts'
import type { AccountDeps } from './account-deps.ts'
import { removesSmsRecipient, sendOptOut, consumeOptOut, resetOptOut } from './opt-out.ts'
import { type OwnAccount, readOwnAccount, refuseStaleAccount } from './profile.ts'
import { headlineOf, toProfileIssues } from './profile-issues.ts'
import { isProfileAtVersion, setNotificationTypes, setSmsRecipient } from './own-account-store.ts'
import { auditChange } from '../audit/public.ts'
import type { Tx } from '../../db/database.ts'
import { ownScope } from '../../http/authority.ts'
import { phonesFor } from './user-field-values.ts'

type Sent = z.output<typeof saveOwnNotificationTypes.body>

interface Choice {
  typeIds: number[]
  wantsSms: boolean
  agrees: boolean
  mobilePhone: string | null
  smsCarrierId: number | null
}

interface SmsRecipientChoice {
  mobilePhone: string
  smsCarrierId: number
}
const nobody = { mobilePhone: null, smsCarrierId: null }

/**
 * Stores how the caller is notified. Text messages need consent, number and carrier; without text messages number and
 * carrier are removed. A removed or replaced telephone gets one last text (ACCT-057..062).
 */
export async function saveNotificationChoice(deps: AccountDeps, { caller, request }: CallContext, sent: Sent) {
  const { db } = deps
  const before = await db.read(ownScope(caller), (tx) => readOwnAccount(tx, caller.user.id))
  const known = await notificationTypes(db)
  const phones = phonesFor(deps.phones, before)
  const smsTypes = new Set(known.flatMap((type) => (type.textMessageFlg ? type.notificationTypeId : [])))
  const choice = choiceOf(sent, before, { smsTypes, phones })
  const knownIds = new Set(known.map((type) => type.notificationTypeId))
  const issues = await issuesOf(deps, choice, { known: knownIds, phones })
  if (issues.length) return refuseFields('422', headlineOf(issues), issues)
  const version = Array.isArray(sent) ? undefined : sent.version
  if (isStaleVersion(version, before.version)) return refuseStaleAccount(before)
  const recipient = recipientAfter(before, choice)
  const optOut =
    recipient !== undefined && removesSmsRecipient(before, recipient ?? nobody)
      ? await consumeOptOut(deps, before)
      : undefined
  const translate = await deps.wordings.of(audienceOf({ caller, request }))
  return db.transact(ownScope(caller), async (tx) => {
    if (!(await isProfileAtVersion(tx, before.id, before.version)))
      return refuseStaleAccount(await readOwnAccount(tx, before.id))
    const chosen = await ownNotificationTypes(tx, before.id)
    await store(tx, before, choice, recipient)
    if (optOut) await sendOptOut(tx, { request }, optOut)
    const now = await ownNotificationTypes(tx, before.id)
    const after = await readOwnAccount(tx, before.id)
    if (recipient) await resetOptOut(tx, after)
    const record = { event: 'user_updated', kind: 'user', id: after.id, clientId: after.clientId } as const
    auditChange(tx, { caller, request }, record, auditedChoice(before, chosen), auditedChoice(after, now))
    return new Answer(typesInWords(translate, now), { message: sentences.account_saved })
  })
}

/**
 * The bare list has no field for consent: choosing text messages in it gives consent. The full form states it; fields
 * that it omits stay as stored.
 */
function choiceOf(
  sent: Sent,
  before: OwnAccount,
  { smsTypes, phones }: { smsTypes: ReadonlySet<number>; phones: PhoneNumbers },
): Choice {
  const types = Array.isArray(sent) ? sent : sent.notificationTypes
  const typeIds = [...new Set(types.map((type) => type.notificationTypeId))]
  const more = Array.isArray(sent) ? { agreedToTextsFlg: true } : sent
  const mobile = 'mobilePhnNbr' in more ? more.mobilePhnNbr : undefined
  const carrier = 'smsCarrierId' in more ? more.smsCarrierId : undefined
  return {
    typeIds,
    wantsSms: typeIds.some((id) => smsTypes.has(id)),
    agrees: more.agreedToTextsFlg ?? before.agreedToTextsAt !== null,
    mobilePhone: mobile === undefined ? before.mobilePhone : mobile && sentPhone(phones, mobile, 'mobilePhnNbr'),
    smsCarrierId: carrier === undefined ? before.smsCarrierId : carrier,
  }
}

async function issuesOf(
  { db }: AccountDeps,
  choice: Choice,
  { known, phones }: { known: ReadonlySet<number>; phones: PhoneNumbers },
): Promise<FieldIssue[]> {
  if (choice.typeIds.some((id) => !known.has(id)))
    return [{ field: 'notificationTypes', message: sentences.notification_type_missing }]
  const isGone = choice.smsCarrierId !== null && (await findCarrierDomain(db, choice.smsCarrierId)) === undefined
  const values = {
    ...choice,
    mobilePhnNbr: choice.mobilePhone ?? '',
    smsCarrierId: isGone ? null : choice.smsCarrierId,
  }
  return toProfileIssues(textMessageIssues(values, phones))
}

/** The telephone that receives texts from now on; null: none any more; undefined: unchanged. */
function recipientAfter(before: OwnAccount, choice: Choice): SmsRecipientChoice | null | undefined {
  const { wantsSms, mobilePhone, smsCarrierId } = choice
  if (wantsSms && mobilePhone !== null && smsCarrierId !== null) return { mobilePhone, smsCarrierId }
  return before.wantsSms && !wantsSms ? null : undefined
}

async function store(tx: Tx, before: OwnAccount, choice: Choice, recipient: SmsRecipientChoice | null | undefined) {
  await setNotificationTypes(tx, before.id, choice.typeIds)
  if (recipient !== undefined) await setSmsRecipient(tx, before.id, recipient)
}

type Types = Awaited<ReturnType<typeof ownNotificationTypes>>

/** What the audit trail keeps of a choice. */
const auditedChoice = (account: OwnAccount, types: Types) => ({
  notificationTypes: types.map((type) => type.notificationTypeId),
  mobilePhone: account.mobilePhone,
  smsCarrierId: account.smsCarrierId,
  agreesToTexts: account.agreedToTextsAt !== null,
})
