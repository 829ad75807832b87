import { X509Certificate } from 'node:crypto'
import type { PortalAddresses, SignOnDryRun } from '@portico/contract/sign-on-settings.ts'
import { refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import type { Stores, Transact } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import { claimsOf, LIFETIMES, readDryRunFacts } from '../openid-provider/public.ts'
import {
  accountFor,
  ASSERTION_LIFE_MS,
  attributesOf,
  type LaunchAccount,
  nameIdFormats,
  nameIdOf,
  NOT_BEFORE_MS,
  userFactsOf,
} from '../single-sign-on/public.ts'
import { publishedKeys } from '../signing-keys/public.ts'
import { explainedPage, findTileUser, readGatesOfSystem } from '../tile-access/public.ts'
import type { HeldSettings, StoredSettings } from './stored-settings.ts'
import { dryRunChecks, type DryRunStatement } from './dry-run-rules.ts'

type Name = 'tx' | 'audit' | 'launches' | 'signOnSettings' | 'signingKeys'
type DryRunStores = Pick<Stores, Name>

export interface DryRunDeps {
  transact: Transact<Name>
  portal: PortalAddresses
}

/**
 * Returns what the application would get of a user of the administrator's scope, and what it takes. Nothing is issued,
 * sent or stored but the audit event: no random name is made and no session is opened. Applications that only internal
 * users can have are named to internal administrators alone.
 */
export async function dryRunSignOn(
  { transact, portal }: DryRunDeps,
  { caller, request }: CallContext,
  { systemId, userId }: { systemId: number; userId: number },
) {
  const scope = adminScope(caller)
  return transact(scope, async (stores) => {
    const { tx, audit, signOnSettings, signingKeys } = stores
    const [held, user] = [await signOnSettings.find(systemId), await findTileUser(tx, userId)]
    if (!user) return refuse('404', sentences.user_not_found)
    const pages = (await readGatesOfSystem(tx, userId, systemId)).map(explainedPage)
    if (!held || (scope.kind === 'client' && pages.length === 0)) return refuse('404', sentences.not_found)
    const { settings, systemName, isSamlPost } = held
    const statement = await statementOf(stores, held, userId)
    audit.record(request, {
      event: 'sign_on_tried',
      ...auditActor(caller),
      subjectId: userId,
      target: { kind: 'system', id: systemId },
    })
    const now = new Date()
    const keys = await signingKeys.list('saml')
    const [key] = publishedKeys(keys, keys[0]?.now ?? now)
    const signsUntil = key ? new X509Certificate(key.certificate).validToDate : null
    const dryRun: SignOnDryRun = {
      user,
      systemNm: systemName,
      protocolCd: settings.protocol,
      pages,
      checks: dryRunChecks({ pages, settings, isSamlPost, statement, signsUntil, now }),
      sent: statement?.name === null || !statement ? null : sentView(settings, { portal, statement, now }),
    }
    return dryRun
  })
}

function statementOf(stores: DryRunStores, held: HeldSettings, userId: number): Promise<DryRunStatement | null> {
  const { protocol } = held.settings
  if (protocol === 'none') return Promise.resolve(null)
  return protocol === 'saml' ? samlStatement(stores, held, userId) : openIdStatement(stores, held, userId)
}

async function samlStatement(
  { tx, launches }: DryRunStores,
  { systemId, settings }: HeldSettings,
  userId: number,
): Promise<DryRunStatement> {
  const user = await userFactsOf(tx, userId, systemId)
  const account = dryRunAccount(await launches.accountsOfUser(userId, systemId))
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
function dryRunAccount(accounts: readonly LaunchAccount[]): LaunchAccount | null {
  const decision = accountFor(accounts, undefined)
  if (decision.kind === 'with') return decision.account
  return accounts.find(({ isLastUsed }) => isLastUsed) ?? accounts[0] ?? null
}

async function openIdStatement(
  { tx }: DryRunStores,
  { systemId, settings }: HeldSettings,
  userId: number,
): Promise<DryRunStatement | null> {
  const facts = await readDryRunFacts(tx, userId, systemId)
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
  { portal, statement, now }: Pick<DryRunDeps, 'portal'> & { statement: DryRunStatement; now: Date },
): SignOnDryRun['sent'] {
  const isSaml = settings.protocol === 'saml'
  const at = (ms: number) => new Date(now.getTime() + ms)
  return {
    nameTxt: statement.name === '' ? null : statement.name,
    nameFormatTxt: statement.nameFormat,
    issuerTxt: isSaml ? portal.metadataUrl : portal.issuerUrl,
    audienceTxt: (isSaml ? (settings.audience ?? settings.entityId) : settings.clientId) ?? '',
    recipientUrlTxt: (isSaml ? settings.acs[0]?.url : settings.redirectAddresses[0]) ?? '',
    notBeforeDt: isSaml ? at(-NOT_BEFORE_MS) : now,
    notOnOrAfterDt: at(isSaml ? ASSERTION_LIFE_MS : LIFETIMES.IdToken * 1000),
    encryptedFlg: isSaml && settings.encryptionCertificate !== null,
    accountNm: statement.account,
    attributes: Object.entries(statement.attributes).map(([attributeNm, values]) => ({
      attributeNm,
      valueList: [...values],
    })),
  }
}
