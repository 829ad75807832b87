import { X509Certificate } from 'node:crypto'
import type { PortalAddresses, SignOnTrial } from '@portico/contract/sign-on-settings.ts'
import type { Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { refuse } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import type { Stores, Transact } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import {
  accountFor,
  ASSERTION_LIFE_MS,
  attributesOf,
  currentCertificate,
  type LaunchAccount,
  nameIdFormats,
  nameIdOf,
  NOT_BEFORE_MS,
  userFactsOf,
} from '../single-sign-on/public.ts'
import { explainedPage, findTileUser, readGatesOfSystem } from '../tile-access/public.ts'
import type { HeldSettings, StoredSettings } from './stored-settings.ts'
import { trialChecks, type TrialStatement } from './trial-rules.ts'

type Name = 'tx' | 'audit' | 'launches' | 'signOnSettings'
type TrialStores = Pick<Stores, Name> & Pick<TrialDeps, 'openId'>

/** What OpenID Connect applications get. */
export interface OpenIdStatements {
  /** Seconds for which an identity token is valid. */
  idTokenSeconds: number
  /** Facts of a user by name, and their name for the application; `subject` is null where there is none yet. */
  readFacts: (
    tx: Tx,
    userId: number,
    systemId: number,
  ) => Promise<{ subject: string | null; values: Readonly<Record<string, string | null>> } | undefined>
  claimsOf: (
    claims: Readonly<Record<string, string>>,
    values: Readonly<Record<string, string | null>>,
  ) => Readonly<Record<string, string>>
}

export interface TrialDeps {
  openId: OpenIdStatements
  transact: Transact<Name>
  portal: PortalAddresses
}

/**
 * Returns what the application would get of a user, and what it will find. Nothing is issued, sent or stored but the
 * audit event: no random name is made and no session is opened.
 */
export async function trySignOn(
  { transact, portal, openId }: TrialDeps,
  { caller, request }: CallContext,
  { systemId, userId }: { systemId: number; userId: number },
) {
  return transact(everything, async (stores) => {
    const { tx, audit, signOnSettings } = stores
    const [held, user] = [await signOnSettings.find(systemId), await findTileUser(tx, userId)]
    if (!held) return refuse('404', sentences.not_found)
    if (!user) return refuse('404', sentences.user_not_found)
    const { settings, hasSecret, systemName } = held
    const pages = (await readGatesOfSystem(tx, userId, systemId)).map(explainedPage)
    const statement = await statementOf({ ...stores, openId }, held, userId)
    audit.record(request, {
      event: 'sign_on_tried',
      ...auditActor(caller),
      subjectId: userId,
      target: { kind: 'system', id: systemId },
    })
    const certificate = await currentCertificate(tx)
    const signsUntil = certificate === undefined ? null : new X509Certificate(certificate).validToDate
    const now = new Date()
    const trial: SignOnTrial = {
      user,
      systemNm: systemName,
      protocolCd: settings.protocol,
      pages,
      checks: trialChecks({ pages, settings, hasSecret, statement, signsUntil, now }),
      sent: statement?.name === null || !statement ? null : sentView(settings, { portal, openId, statement, now }),
    }
    return trial
  })
}

function statementOf(stores: TrialStores, held: HeldSettings, userId: number): Promise<TrialStatement | null> {
  const { protocol } = held.settings
  if (protocol === 'none') return Promise.resolve(null)
  return protocol === 'saml' ? samlStatement(stores, held, userId) : openIdStatement(stores, held, userId)
}

async function samlStatement(
  { tx, launches }: TrialStores,
  { systemId, settings }: HeldSettings,
  userId: number,
): Promise<TrialStatement> {
  const user = await userFactsOf(tx, userId, systemId)
  const account = trialAccount(await launches.accountsOfUser(userId, systemId))
  const facts = { ...user, account, actorName: null }
  const isUnnamed = settings.nameSource === 'pairwise' && user.pairwiseName === ''
  return {
    name: isUnnamed ? '' : (nameIdOf(settings, facts)?.value ?? null),
    nameFormat: nameIdFormats[settings.nameIdFormat],
    attributes: attributesOf(settings, facts),
    account: account?.name ?? null,
  }
}

/** The account that the picker would begin with, where the user has several. */
function trialAccount(accounts: readonly LaunchAccount[]): LaunchAccount | null {
  const decision = accountFor(accounts, undefined)
  if (decision.kind === 'with') return decision.account
  return accounts.find(({ isLastUsed }) => isLastUsed) ?? accounts[0] ?? null
}

async function openIdStatement(
  { tx, openId: { readFacts, claimsOf } }: TrialStores,
  { systemId, settings }: HeldSettings,
  userId: number,
): Promise<TrialStatement | null> {
  const facts = await readFacts(tx, userId, systemId)
  if (!facts) return null
  const claims = claimsOf(settings.attributes, facts.values)
  return {
    name: facts.subject ?? (settings.nameSource === 'pairwise' ? '' : null),
    nameFormat: null,
    attributes: Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, [value]])),
    account: facts.values['account'] ?? null,
  }
}

function sentView(
  settings: StoredSettings,
  { portal, openId, statement, now }: Pick<TrialDeps, 'portal' | 'openId'> & { statement: TrialStatement; now: Date },
): SignOnTrial['sent'] {
  const isSaml = settings.protocol === 'saml'
  const at = (ms: number) => new Date(now.getTime() + ms)
  return {
    nameTxt: statement.name === '' ? null : statement.name,
    nameFormatTxt: statement.nameFormat,
    issuerTxt: isSaml ? portal.metadataUrl : portal.issuerUrl,
    audienceTxt: (isSaml ? (settings.audience ?? settings.entityId) : settings.clientId) ?? '',
    recipientUrlTxt: (isSaml ? settings.acs[0]?.url : settings.redirectAddresses[0]) ?? '',
    notBeforeDt: isSaml ? at(-NOT_BEFORE_MS) : now,
    notOnOrAfterDt: at(isSaml ? ASSERTION_LIFE_MS : openId.idTokenSeconds * 1000),
    encryptedFlg: isSaml && settings.encryptionCertificate !== null,
    accountNm: statement.account,
    attributes: Object.entries(statement.attributes).map(([attributeNm, values]) => ({
      attributeNm,
      valueList: [...values],
    })),
  }
}
