import { databaseTime } from '../../db/clock.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import { isUniqueViolation } from '../../db/constraint-violation.ts'
import { everything } from '../../db/scope.ts'
import {
  Answer,
  type FieldIssue,
  Refusal,
  refuse,
  refuseField,
  refuseIssues,
  refuseStale,
  type StandardRefusal,
  isStaleVersion,
} from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { type Message, MessageRef, sentences } from '../../http/sentences.ts'
import { auditActor, auditChange, recordAudit } from '../audit/public.ts'
import { readCertificates } from '../federation/public.ts'
import { type ApplicationMetadata, readApplicationMetadata } from './application-metadata.ts'
import { signOnIssues } from './application-rules.ts'
import { logoutAddressIssue } from '../logout-chain/public.ts'
import {
  withoutSaml,
  lockSignOnSettings,
  setLogoutAddress,
  findOwnerOfEntityId,
  storeSettings,
  findSignOnSettings,
  releaseEntityId,
  setClientSecret,
} from './settings-admin-store.ts'
import type { HeldSettings, HeldSystem, StoredSettings } from './stored-settings.ts'
import {
  auditedSettings,
  draftOf,
  logoutAddressOf,
  mergedSettings,
  type SentApart,
  sentFieldOf,
  type SentSettings,
  settingsView,
} from './settings-values.ts'
import type { Db, Tx } from '../../db/database.ts'

export interface SaveDeps {
  db: Db
  /** Entity ID of the portal, which no application may have. */
  ourEntityId: string
  publicUrl: URL
}

const issue = (field: string, message: Message): FieldIssue => ({ field, message })
const notFound = () => refuse('404', sentences.not_found)

/** Sets the single sign-on of a system; changes nothing when one of the fields is invalid. */
export async function saveSettings(deps: SaveDeps, call: CallContext, systemId: number, sent: SentSettings) {
  const parsed = parseSent(deps, sent, await deps.db.read(everything, databaseTime))
  if (parsed instanceof Refusal) return parsed
  try {
    return await saveParsed(deps, call, systemId, { sent, parsed })
  } catch (error) {
    // Another save took the entity ID meanwhile: this time the rules find its system and refuse at the field.
    if (isEntityIdTaken(error)) return saveParsed(deps, call, systemId, { sent, parsed })
    throw error
  }
}

const isEntityIdTaken = (error: unknown): boolean => isUniqueViolation(error, 'single_sign_on_settings_by_entity_id')

const saveParsed = (
  deps: SaveDeps,
  call: CallContext,
  systemId: number,
  { sent, parsed }: { sent: SentSettings; parsed: ParsedSettings },
) =>
  deps.db.transact(everything, async (tx) => {
    const held = await lockSignOnSettings(tx, systemId)
    if (!held) return notFound()
    if (isStaleVersion(sent.version, held.version))
      return refuseStale(held, sentences.sign_on_settings_stale, sentences.sign_on_settings_stale_unknown)
    const settings = mergedSettings(held.settings, parsed.sent, parsed.metadata)
    const logoutTemplate = logoutTemplateAfter(held, sent)
    if (logoutTemplate !== held.system.logoutTemplate && isStaleVersion(sent.systemVersion, held.system.version))
      return refuseStale(held.system, sentences.sign_on_settings_stale, sentences.sign_on_settings_stale_unknown)
    const issues = [
      ...issuesOf(settings, sent),
      ...(await entityIdIssues(tx, deps.ourEntityId, systemId, { settings, sent })),
      ...logoutIssues(deps, { ...held.system, logoutTemplate }, { settings, sent }),
    ]
    if (issues.length > 0) return refuseIssues(firstOfFields(issues))
    await storeLogoutAddress(tx, call, held, logoutTemplate)
    return store(deps, tx, { call, held, settings, isPublic: sent.publicClientFlg })
  })

/** The logout address after a save; a call that does not name it leaves it. */
const logoutTemplateAfter = ({ system }: HeldSettings, { browserLogoutUrl: sent }: SentSettings): string | null =>
  sent === undefined ? system.logoutTemplate : sent?.trim() || null

/** A sent logout address is checked even where it stays: the addresses of the application may be others now. */
function logoutIssues(
  { publicUrl }: SaveDeps,
  system: HeldSystem,
  { settings, sent }: { settings: StoredSettings; sent: SentSettings },
): FieldIssue[] {
  if (sent.browserLogoutUrl === undefined) return []
  const found = logoutAddressIssue(logoutAddressOf(system, settings), publicUrl)
  return found ? [issue('browserLogoutUrl', found)] : []
}

async function storeLogoutAddress(
  tx: Tx,
  call: CallContext,
  { systemId, system: { logoutTemplate: before } }: HeldSettings,
  after: string | null,
): Promise<void> {
  const target = { event: 'system_changed', kind: 'system', id: systemId, clientId: null } as const
  if (auditChange(tx, call, target, { browserLogoutUrl: before }, { browserLogoutUrl: after }))
    await setLogoutAddress(tx, systemId, after, call.caller.user.id)
}

interface ParsedSettings {
  sent: Omit<SentSettings, SentApart>
  metadata: ApplicationMetadata | undefined
}

/** Reads metadata and certificates; refuses what cannot be read. */
function parseSent(
  { ourEntityId }: SaveDeps,
  { metadataTxt, version: _version, browserLogoutUrl: _url, systemVersion: _systemVersion, ...sent }: SentSettings,
  now: Date,
): ParsedSettings | StandardRefusal {
  const hasMetadata = sent.protocolCd === 'saml' && metadataTxt !== undefined && metadataTxt !== ''
  const metadata = hasMetadata ? readApplicationMetadata(metadataTxt, now, ourEntityId) : undefined
  if (metadata instanceof MessageRef)
    return refuseField('metadataTxt', sentences.sign_on_metadata_refused({ reason: metadata }))
  const signing = pemOf(sent.signingCertificateList)
  if (signing instanceof MessageRef) return wrongCertificate('signingCertificateList', signing)
  const encryption = pemOf(sent.encryptionCertificateTxt ? [sent.encryptionCertificateTxt] : undefined)
  if (encryption instanceof MessageRef) return wrongCertificate('encryptionCertificateTxt', encryption)
  const pem = {
    ...sent,
    ...(signing && { signingCertificateList: signing }),
    ...(encryption && { encryptionCertificateTxt: encryption[0] ?? null }),
  }
  return { sent: pem, metadata }
}

/** Certificates as PEM, or what is wrong with one; undefined where none were sent. */
function pemOf(texts: readonly string[] | undefined): string[] | MessageRef | undefined {
  const certificates = texts && readCertificates(texts.filter((text) => text !== ''))
  return Array.isArray(certificates) ? certificates.map(String) : certificates
}

const wrongCertificate = (field: string, reason: MessageRef) =>
  refuseField(field, sentences.sign_on_certificate_invalid({ reason }))

/** A field shows its first issue only. */
const firstOfFields = (issues: readonly FieldIssue[]): FieldIssue[] =>
  [...new Map(issues.toReversed().map((one) => [one.field, one])).values()].toReversed()

const issuesOf = (settings: StoredSettings, sent: SentSettings): FieldIssue[] =>
  signOnIssues(draftOf(settings, sent.attributeList)).map(({ field, text, value }) =>
    issue(sentFieldOf(field, sent), new MessageRef(text, { value })),
  )

async function entityIdIssues(
  tx: Tx,
  ourEntityId: string,
  systemId: number,
  { settings: { protocol, entityId }, sent }: { settings: StoredSettings; sent: SentSettings },
): Promise<FieldIssue[]> {
  if (protocol !== 'saml' || entityId === null) return []
  const field = sentFieldOf('entityId', sent)
  if (entityId === ourEntityId) return [issue(field, sentences.sign_on_entity_id_own)]
  const owner = await findOwnerOfEntityId(tx, entityId, systemId)
  return owner === undefined ? [] : [issue(field, sentences.sign_on_entity_id_taken({ system: owner }))]
}

interface SettingsToStore {
  call: CallContext
  held: HeldSettings
  settings: StoredSettings
  isPublic: boolean | undefined
}

/** Writes the settings. A client that has a secret for the first time gets one made. */
async function store({ publicUrl }: SaveDeps, tx: Tx, { call, held, settings: wanted, isPublic }: SettingsToStore) {
  const { systemId } = held
  const isOpenId = wanted.protocol === 'oidc'
  const settings = isOpenId && wanted.clientId === null ? { ...wanted, clientId: newClientId() } : wanted
  const secretAfter = isOpenId ? secretFor(held, isPublic) : { hash: undefined, text: null }
  const hasSecret = secretAfter.hash === undefined ? held.hasSecret : secretAfter.hash !== null
  const changed = auditChange(
    tx,
    call,
    { event: 'sign_on_settings_changed', kind: 'system', id: systemId, clientId: null },
    auditedSettings(held.settings, held.hasSecret),
    auditedSettings(settings, hasSecret),
  )
  if (changed) {
    if (settings.entityId !== null) await freeEntityId(tx, call, settings.entityId)
    await storeSettings(tx, held, settings, { changedBy: call.caller.user.id, secretHash: secretAfter.hash })
  }
  const after = (await findSignOnSettings(tx, systemId)) ?? held
  return new Answer(
    { settings: settingsView(after, publicUrl), clientSecretTxt: secretAfter.text },
    { message: sentences.sign_on_settings_saved },
  )
}

/** A deleted system keeps no entity ID that another one needs. */
async function freeEntityId(tx: Tx, call: CallContext, entityId: string) {
  const former = await releaseEntityId(tx, entityId, call.caller.user.id)
  if (!former) return
  const { systemId, protocol } = former
  auditChange(
    tx,
    call,
    { event: 'sign_on_settings_changed', kind: 'system', id: systemId, clientId: null },
    { entityId, protocol },
    { entityId: null, protocol: withoutSaml(protocol) },
  )
}

const newClientId = () => `client-${newToken().slice(0, 24)}`

/** A client is public only where that was asked for: one without a secret would be. `hash`: undefined keeps it. */
function secretFor(
  { settings, hasSecret }: HeldSettings,
  isPublic: boolean | undefined,
): { hash: Buffer | null | undefined; text: string | null } {
  const staysPublic = settings.protocol === 'oidc' && settings.clientId !== null && !hasSecret
  if (isPublic ?? staysPublic) return { hash: null, text: null }
  if (hasSecret) return { hash: undefined, text: null }
  const text = newToken()
  return { hash: hashToken(text), text }
}

/** Replaces the secret of an OpenID Connect client; the answer is the only place where it is stated. */
export const makeSecret = ({ db }: Pick<SaveDeps, 'db'>, call: CallContext, systemId: number) =>
  db.transact(everything, async (tx) => {
    const held = await lockSignOnSettings(tx, systemId)
    if (!held) return notFound()
    if (held.settings.protocol !== 'oidc' || !held.hasSecret) return refuse('422', sentences.sign_on_no_client)
    const secret = newToken()
    const version = await setClientSecret(tx, held, hashToken(secret), call.caller.user.id)
    recordAudit(tx, call.request, {
      event: 'client_secret_made',
      ...auditActor(call.caller),
      target: { kind: 'system', id: systemId },
    })
    return { clientSecretTxt: secret, version }
  })
