import { plainTitle } from '@portico/contract/announcements/announcement-rules.ts'
import type { DataOf, RequestOf } from '@portico/contract/kit/endpoint.ts'
import { licenseIssues, type LicenseText } from '@portico/contract/licenses/license-rules.ts'
import type { addLicenseVersion } from '@portico/contract/licenses/licenses.ts'
import { LICENSE_TEXT_MAX } from '@portico/contract/limits.ts'
import { isCleanable } from '@portico/contract/rich-text.ts'
import type { Language } from '@portico/contract/texts/languages.ts'
import type { Db, Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import {
  Answer,
  refuse,
  refuseField,
  refuseFields,
  refuseIssues,
  refuseStale,
  type StandardRefusal,
} from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { cleanRichText } from '../../rich-text.ts'
import { auditChange, type ChangedRecord } from '../audit/public.ts'
import {
  addLicense,
  endLicense,
  findClientName,
  findLatestLicense,
  findLicense,
  lockLicenses,
  type NewLicense,
  type StoredLicense,
  withdrawAsk,
} from './license-store.ts'

type Sent = RequestOf<typeof addLicenseVersion>['body']
type Saved = Answer<DataOf<typeof addLicenseVersion>> | StandardRefusal

/** Adds a version of the default license, or of that of a client, which is in force from then on. */
export async function saveLicense(db: Db, call: CallContext, sent: Sent): Promise<Saved> {
  const texts = await Promise.all(sent.texts.map(cleanText))
  return db.transact(everything, async (tx): Promise<Saved> => {
    lockLicenses(tx)
    const latest = await findLatestLicense(tx, sent.clientId)
    const inForce = latest?.state === 'in-force' ? latest : undefined
    const refusal = await refuseTarget(tx, sent, { latest, inForce })
    if (refusal) return refusal
    const issues = licenseIssues({ firstLanguage: sent.languageCd, texts })
    if (issues.length > 0) return refuseIssues(issues.map(({ field, text }) => ({ field, message: sentences[text] })))
    const next = newLicense(sent, texts)
    if (inForce && !next.asksAgain && isSame(inForce, next))
      return new Answer({ licenseId: inForce.id }, { message: sentences.license_unchanged })
    const { id, version } = await addLicense(tx, next, call.caller.user.id)
    auditChange(tx, call, recordOf(sent.clientId), inForce ? { version: inForce.version, ...stateOf(inForce) } : null, {
      version,
      ...stateOf(next),
      ...(next.asksAgain && { asksAgain: true }),
    })
    return new Answer({ licenseId: id }, { message: sentences.license_saved })
  })
}

/** Ends the license of a client: the default holds for its users again. */
export function endClientLicense(db: Db, call: CallContext, id: number, asksAgain: boolean) {
  return db.transact(everything, async (tx): Promise<Answer<null> | StandardRefusal> => {
    lockLicenses(tx)
    const license = await findLicense(tx, id)
    if (!license) return refuse('404', sentences.not_found)
    if (license.clientId === null) return refuseFields('422', sentences.license_default_stays, [])
    if (license.state !== 'in-force') return refuseChangedLicense(await findLatestLicense(tx, license.clientId))
    endLicense(tx, id, { asksAgain, userId: call.caller.user.id })
    auditChange(
      tx,
      call,
      recordOf(license.clientId),
      { isInForce: true },
      { isInForce: false, ...(asksAgain && { asksAgain }) },
    )
    return new Answer(null, { message: sentences.license_ended })
  })
}

/** Withdraws the latest question to accept a license again: who accepted before it is not asked any longer. */
export function withdrawLicenseAsk(db: Db, call: CallContext, id: number) {
  return db.transact(everything, async (tx): Promise<Answer<null> | StandardRefusal> => {
    lockLicenses(tx)
    const license = await findLicense(tx, id)
    if (!license) return refuse('404', sentences.not_found)
    const { clientId, askedAt } = license
    const latest = await findLatestLicense(tx, clientId)
    if (latest?.id !== id) return refuseChangedLicense(latest)
    if (askedAt === null) return refuseFields('422', sentences.license_asks_nobody, [])
    withdrawAsk(tx, id)
    auditChange(tx, call, recordOf(clientId), { asksAgain: true }, { asksAgain: false })
    return new Answer(null, { message: sentences.license_ask_withdrawn })
  })
}

interface Found {
  latest: StoredLicense | undefined
  inForce: StoredLicense | undefined
}

/** Why no version can be added where the call says; null where it can. */
async function refuseTarget(tx: Tx, sent: Sent, found: Found) {
  const { clientId } = sent
  const readId = sent.followsId ?? sent.replacesId
  if (clientId !== null && (await findClientName(tx, clientId)) === undefined)
    return readId ? refuse('404', sentences.not_found) : refuseField('clientId', sentences.license_client_missing)
  if (clientId !== null && readId === null)
    return found.inForce ? refuseField('clientId', sentences.license_client_has_own) : null
  return isStale(sent, found) ? refuseChangedLicense(found.latest) : null
}

/** Whether the license has changed since the caller read it; a call that does not say what they read never is. */
function isStale({ replacesId, followsId }: Sent, { latest, inForce }: Found): boolean {
  if (followsId !== undefined) return inForce !== undefined || followsId !== latest?.id
  return replacesId !== undefined && replacesId !== (inForce?.id ?? null)
}

const refuseChangedLicense = (latest: StoredLicense | undefined) =>
  refuseStale(
    {
      changedByName: (latest?.endedAt ? latest.endedByName : latest?.createdByName) ?? null,
      changedAt: latest?.endedAt ?? latest?.createdAt ?? new Date(0),
    },
    sentences.license_stale,
    sentences.license_stale_unknown,
  )

async function cleanText({ languageCd, titleTxt, contentTxt }: Sent['texts'][number]): Promise<LicenseText> {
  const html = contentTxt.toWellFormed()
  return {
    language: languageCd,
    title: plainTitle(titleTxt),
    html: isCleanable(html, LICENSE_TEXT_MAX) ? await cleanRichText(html) : null,
  }
}

/** The license of texts without issues. */
function newLicense({ clientId, languageCd, asksAgainFlg }: Sent, texts: readonly LicenseText[]): NewLicense {
  const textIn = (language: Language) => {
    const { title = '', html } = texts.find((text) => text.language === language) ?? {}
    return { title, html: html ?? '' }
  }
  const others = texts.map(({ language }) => language).filter((language) => language !== languageCd)
  return {
    clientId,
    ...textIn(languageCd),
    language: languageCd,
    translations: Object.fromEntries(others.toSorted().map((language) => [language, textIn(language)])),
    asksAgain: asksAgainFlg,
  }
}

type Texts = Pick<NewLicense, 'title' | 'html' | 'translations'> & { language: string | null }

/** What the audit trail compares. */
const stateOf = ({ title, html, language, translations }: Texts) => ({ title, language, text: html, translations })

const isSame = (one: Texts, other: Texts) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

/** With the parts of each translation in one order: the database has its own. */
const sorted = (texts: Texts) => ({
  ...stateOf(texts),
  translations: Object.entries(texts.translations)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([language, { title, html }]) => ({ language, title, html })),
})

const recordOf = (clientId: number | null): ChangedRecord => ({
  event: 'license_changed',
  ...(clientId === null ? { kind: 'default_license', id: 'default' } : { kind: 'client', id: clientId }),
  clientId,
})
