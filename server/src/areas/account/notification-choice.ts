import { stripHyphens, textMessageIssues } from '@portico/contract/account-rules.ts'
import type { saveOwnNotificationTypes } from '@portico/contract/account.ts'
import { sentences } from '../../http/sentences.ts'
import type { z } from 'zod'
import { type FieldIssue, Answer, refuseFields, isStaleVersion } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { readerOf } from '../../http/reader.ts'
import { ownScope, type Stores } from '../../stores.ts'
import { findCarrierDomain, notificationTypes, ownNotificationTypes, typesInWords } from './account-lists.ts'
import type { AccountDeps } from './account-deps.ts'
import { removesTextRecipient, sendOptOut, consumeOptOut, resetOptOut } from './opt-out.ts'
import { type OwnAccount, readOwnAccount, refuseStaleAccount } from './profile.ts'
import { headlineOf, toFieldIssues } from './profile-issues.ts'

type Sent = z.output<typeof saveOwnNotificationTypes.body>

interface Choice {
  typeIds: number[]
  wantsTexts: boolean
  agrees: boolean
  mobilePhone: string | null
  carrierId: number | null
}

interface TextRecipientChoice {
  mobilePhone: string
  carrierId: number
}
const nobody = { mobilePhone: null, carrierId: null }

/**
 * Stores how the caller is notified. Text messages need consent, number and carrier; without text messages number and
 * carrier are removed. A removed or replaced telephone gets one last text (ACCT-057..062).
 */
export async function saveNotificationChoice(deps: AccountDeps, { caller, request }: CallContext, sent: Sent) {
  const { db, transact } = deps
  const before = await db.read(ownScope(caller), (tx) => readOwnAccount(tx, caller.user.id))
  const known = await notificationTypes(db)
  const choice = choiceOf(
    sent,
    before,
    new Set(known.flatMap((type) => (type.textMessageFlg ? type.notificationTypeId : []))),
  )
  const issues = await issuesOf(deps, choice, before, new Set(known.map((type) => type.notificationTypeId)))
  if (issues.length) return refuseFields('422', headlineOf(issues), issues)
  const version = Array.isArray(sent) ? undefined : sent.version
  if (isStaleVersion(version, before.version)) return refuseStaleAccount(before)
  const recipient = recipientAfter(before, choice)
  const optOut =
    recipient !== undefined && removesTextRecipient(before, recipient ?? nobody)
      ? await consumeOptOut(deps, before)
      : undefined
  const wording = await deps.wordings.of(readerOf({ caller, request }))
  return transact(ownScope(caller), async (stores) => {
    if (!(await stores.ownAccounts.isAtVersion(before.id, before.version)))
      return refuseStaleAccount(await readOwnAccount(stores.tx, before.id))
    const chosen = await ownNotificationTypes(stores.tx, before.id)
    await store(stores, before, choice, recipient)
    if (optOut) await sendOptOut(stores, { request }, optOut)
    const now = await ownNotificationTypes(stores.tx, before.id)
    const after = await readOwnAccount(stores.tx, before.id)
    if (recipient) await resetOptOut(stores, after)
    const record = { event: 'user_updated', kind: 'user', id: after.id, clientId: after.clientId } as const
    stores.audit.change({ caller, request }, record, auditedChoice(before, chosen), auditedChoice(after, now))
    return new Answer(typesInWords(wording, now), { message: sentences.account_saved })
  })
}

/**
 * The bare list has no field for consent: choosing text messages in it gives consent. The full form states it; fields
 * that it omits stay as stored.
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
  { db }: AccountDeps,
  choice: Choice,
  before: OwnAccount,
  known: ReadonlySet<number>,
): Promise<FieldIssue[]> {
  if (choice.typeIds.some((id) => !known.has(id)))
    return [{ field: 'notificationTypes', message: sentences.notification_type_missing }]
  const isGone = choice.carrierId !== null && (await findCarrierDomain(db, choice.carrierId)) === undefined
  const values = { ...choice, mobilePhnNbr: choice.mobilePhone ?? '', smsCarrierId: isGone ? null : choice.carrierId }
  return toFieldIssues(textMessageIssues(values, before.takesInternationalPhones))
}

/** The telephone that receives texts from now on; null: none any more; undefined: unchanged. */
function recipientAfter(before: OwnAccount, choice: Choice): TextRecipientChoice | null | undefined {
  const { wantsTexts, mobilePhone, carrierId } = choice
  if (wantsTexts && mobilePhone !== null && carrierId !== null)
    return { mobilePhone: stripHyphens(mobilePhone), carrierId }
  return before.wantsTexts && !wantsTexts ? null : undefined
}

async function store(
  { ownAccounts }: Pick<Stores, 'ownAccounts'>,
  before: OwnAccount,
  choice: Choice,
  recipient: TextRecipientChoice | null | undefined,
) {
  await ownAccounts.setNotificationTypes(before.id, choice.typeIds)
  if (recipient !== undefined) await ownAccounts.setTextReceiver(before.id, recipient)
}

type Types = Awaited<ReturnType<typeof ownNotificationTypes>>

/** What the audit trail keeps of a choice. */
const auditedChoice = (account: OwnAccount, types: Types) => ({
  notificationTypes: types.map((type) => type.notificationTypeId),
  mobilePhone: account.mobilePhone,
  carrierId: account.carrierId,
  agreesToTexts: account.agreedToTextsAt !== null,
})
