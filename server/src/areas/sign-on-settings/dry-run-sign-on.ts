import { X509Certificate } from 'node:crypto'
import type { PortalAddresses, SignOnDryRun } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { databaseTime } from '../../db/clock.ts'
import { refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { LIFETIMES } from '../openid-provider/public.ts'
import {
  accountWithoutChoice,
  ASSERTION_LIFE_MS,
  attributesOf,
  claimsOf,
  type LaunchAccount,
  nameFor,
  nameIdFormats,
  NOT_BEFORE_MS,
  readLaunchAccounts,
  readUserFacts,
} from '../single-sign-on/public.ts'
import { publishedKeys, listSigningKeys } from '../signing-keys/public.ts'
import { explainedPage, findTileUser, readGatesOfSystem } from '../tile-access/public.ts'
import type { HeldSettings, StoredSettings } from './stored-settings.ts'
import { dryRunChecks, type DryRunStatement } from './dry-run-rules.ts'
import type { Db, Tx } from '../../db/database.ts'
import { findSignOnSettings } from './settings-admin-store.ts'

export interface DryRunDeps {
  db: Db
  portal: PortalAddresses
}

/**
 * Returns what the application would get of a user of the administrator's scope, and what it takes. Nothing is issued,
 * sent or stored but the audit event: no random name is made and no session is opened. Applications that only internal
 * users can have are named to internal administrators alone.
 */
export async function dryRunSignOn(
  { db, portal }: DryRunDeps,
  { caller, request }: CallContext,
  { systemId, userId }: { systemId: number; userId: number },
) {
  const scope = adminScope(caller)
  return db.transact(scope, async (tx) => {
    const [held, user] = [await findSignOnSettings(tx, systemId), await findTileUser(tx, userId)]
    if (!user) return refuse('404', sentences.user_not_found)
    const pages = (await readGatesOfSystem(tx, userId, systemId)).map((row) => explainedPage(row))
    if (!held || (scope.kind === 'client' && pages.length === 0)) return refuse('404', sentences.not_found)
    const { settings, systemName, isSamlPost } = held
    const statement = await statementOf(tx, held, userId)
    recordAudit(tx, request, {
      event: 'sign_on_tried',
      ...auditActor(caller),
      subjectId: userId,
      target: { kind: 'system', id: systemId },
    })
    const now = await databaseTime(tx)
    const keys = await listSigningKeys(tx, 'saml')
    const [key] = publishedKeys(keys, now)
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

/** The account with which the list of a launch begins, where the user has to choose one. */
const pickedAccount = (accounts: readonly LaunchAccount[]): LaunchAccount | null =>
  accountWithoutChoice(accounts) ?? accounts[0] ?? null

/** Null: the system has no single sign-on. */
async function statementOf(
  tx: Tx,
  { systemId, settings }: HeldSettings,
  userId: number,
): Promise<DryRunStatement | null> {
  const { protocol, attributes, nameSource } = settings
  if (protocol === 'none') return null
  const isSaml = protocol === 'saml'
  const [stored, accounts] = await Promise.all([
    readUserFacts(tx, userId, systemId),
    readLaunchAccounts(tx, userId, systemId),
  ])
  const account = isSaml ? pickedAccount(accounts) : accountWithoutChoice(accounts)
  const facts = { ...stored, account, actorName: null }
  const isRandom = isSaml && settings.nameIdFormat === 'transient'
  const isUnnamed = isRandom || (nameSource === 'pairwise' && stored.pairwiseName === '')
  return {
    name: isUnnamed ? '' : nameFor(nameSource, facts),
    nameFormat: isSaml ? nameIdFormats[settings.nameIdFormat] : null,
    attributes: isSaml ? attributesOf(attributes, facts) : claimTexts(claimsOf(attributes, facts)),
    account: account?.name ?? null,
  }
}

const claimTexts = (claims: Readonly<Record<string, string | boolean>>): DryRunStatement['attributes'] =>
  Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, [`${value}`]]))

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
