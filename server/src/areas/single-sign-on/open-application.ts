import type { LaunchAnswer } from '@portico/contract/single-sign-on/single-sign-on.ts'
import type { Db, Tx } from '../../db/database.ts'
import { declaredCode, type Refusal, refuse } from '../../http/answers.ts'
import type { CallContext, Caller } from '../../http/caller.ts'
import { type MessageRef, sentences } from '../../http/sentences.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import type { VisiblePageRow } from '../home/public.ts'
import type { SigningKeys } from '../signing-keys/public.ts'
import type { SamlApplication } from './application.ts'
import type { AuthnRequest } from './authn-request.ts'
import { formOrigins, type HandOffSeals, type HandOffTitle, openingTitle, type Say } from './hand-off.ts'
import type { IdentityProvider } from './idp-metadata.ts'
import { accountFor, type LaunchAccount, launchAddress, ownRelayState } from './launch-rules.ts'
import { statementFor } from './saml-launch.ts'
import { type ResponseStatus, samlResponse, type Statement } from './saml-response.ts'
import { findSamlApplication } from './settings-store.ts'
import { readLaunchAccounts } from './user-fact-reader.ts'
import { openApplicationSession, rememberLaunchAccount } from './launch-store.ts'
import { openAccount } from '../system-accounts/public.ts'

export interface OpenDeps {
  db: Db
  keys: Pick<SigningKeys, 'current' | 'published'>
  us: IdentityProvider
  seals: HandOffSeals
  say: Say
  /** Records why an application could not be opened, for administrators. */
  onUnavailable: (details: { systemId: number; reason: string }) => void
}

/** A page that the caller may open, and with what. */
export interface Opening {
  page: VisiblePageRow
  /** The account that the user chose, if any. */
  accountId: number | undefined
  /** The request of the application; absent: the portal begins. */
  request?: AuthnRequest
}

/** A decided launch: nothing is read or stored any more, only signed and encoded. */
export type Decided =
  | { kind: 'address'; url: string }
  | { kind: 'choose'; accounts: readonly LaunchAccount[] }
  | { kind: 'saml'; application: SamlApplication; content: Statement | ResponseStatus }

const unavailable = (page: VisiblePageRow) => noLaunch(sentences.sign_on_unavailable({ name: page.name }))
const noLaunch = (message: MessageRef): Refusal<'404', null> => declaredCode('404', message, null)

interface DecideDeps extends Pick<OpenDeps, 'onUnavailable'> {
  /** Of the transaction that has read the permission. */
  tx: Tx
  /** User name of the administrator who acts as the user; null: nobody does. */
  actorName: string | null
}

/** Decides how a page opens and records what the application gets, in the transaction that has read the permission. */
export async function decideLaunch(
  { onUnavailable, tx, actorName }: DecideDeps,
  { caller, request: context }: CallContext,
  opening: Opening,
): Promise<Decided | Refusal<'404' | '403', null>> {
  const { page, request } = opening
  if (!page.isLinkEnabled) return unavailable(page)
  const accounts = await readLaunchAccounts(tx, caller.user.id, page.systemId)
  const decision = accountFor(accounts, opening.accountId)
  if (decision.kind === 'choose') return { kind: 'choose', accounts }
  if (decision.kind === 'foreign') return refuse('403', sentences.launch_refused) as Refusal<'403', null>
  const { account } = decision
  const decided = await (page.isSamlPost || request
    ? decideSaml(tx, { caller, actorName }, { opening, account })
    : decideAddress(tx, caller, page))
  if (typeof decided === 'string') {
    onUnavailable({ systemId: page.systemId, reason: decided })
    return decided === NO_NAME ? noLaunch(sentences.sign_on_no_account({ name: page.name })) : unavailable(page)
  }
  const hasUser = decided.kind === 'address' || typeof decided.content !== 'string'
  if (hasUser) await record(tx, { caller, request: context }, { opening, account })
  return decided
}

const NO_NAME = 'the user has no name for it'

async function decideAddress(tx: Tx, caller: Caller, page: VisiblePageRow) {
  const url = launchAddress(page.location)
  if (url === null) return 'the page has no address'
  await openApplicationSession(tx, caller.sessionId, page.systemId)
  return { kind: 'address' as const, url }
}

async function decideSaml(
  tx: Tx,
  actors: { caller: Caller; actorName: string | null },
  { opening: { page, request }, account }: { opening: Opening; account: LaunchAccount | null },
) {
  const application = await findSamlApplication(tx, page.systemId)
  if (!application) return 'the system has no SAML settings'
  const launch = { application, account, ...(request ? { request } : {}) }
  const content = await statementFor(tx, actors, launch)
  return content === null ? NO_NAME : { kind: 'saml' as const, application, content }
}

async function record(
  tx: Tx,
  { caller, request }: CallContext,
  { opening: { page }, account }: { opening: Opening; account: LaunchAccount | null },
): Promise<void> {
  if (account) {
    const use = { userId: caller.user.id, pageId: page.id, sessionId: caller.sessionId }
    await openAccount(tx, account.id, use)
    await rememberLaunchAccount(tx, caller.user.id, page.systemId, account.id)
  }
  recordAudit(tx, request, {
    event: 'application_opened',
    ...auditActor(caller),
    target: { kind: 'page', id: page.id },
    ...(account ? { after: { account: account.name } } : {}),
  })
}

/** Returns the answer to a decided launch; signs what the application gets. */
export async function answerLaunch(
  deps: OpenDeps,
  context: CallContext,
  decided: Decided,
  { page, request }: Opening,
): Promise<LaunchAnswer> {
  const openInNewWindowFlg = page.opensInNewWindow
  if (decided.kind === 'choose')
    return { accounts: decided.accounts.map(choiceView), openInNewWindowFlg: request ? false : openInNewWindowFlg }
  if (decided.kind === 'address')
    return { url: decided.url, method: 'GET', fields: {}, openInNewWindowFlg, handOffUrl: null }
  const { application, content } = decided
  const relayState = request ? request.relayState : ownRelayState(page.location)
  const to = { application, request, relayState }
  const title = await openingTitle(deps, context, page.name)
  return {
    ...(await postedResponse(deps, to, content, title)),
    openInNewWindowFlg: request ? false : openInNewWindowFlg,
  }
}

const choiceView = ({ id, name, typeDescription, isLastUsed }: LaunchAccount) => ({
  systemAccountUserId: id,
  accountUserNm: name,
  accountTypeDesc: typeDescription,
  lastUsedFlg: isLastUsed,
})

interface ResponseTarget {
  application: SamlApplication
  request: Pick<AuthnRequest, 'id' | 'acsUrl'> | undefined
  relayState: string | null
}

/** Signs a response, as the form that a page posts to the application. `title`: of that page. */
export async function postedResponse(
  { keys, us, seals }: Pick<OpenDeps, 'keys' | 'us' | 'seals'>,
  { application, request, relayState }: ResponseTarget,
  content: Statement | ResponseStatus,
  title: HandOffTitle,
) {
  const url = request?.acsUrl ?? application.acs[0]?.url ?? ''
  const to = { application, acsUrl: url, inResponseTo: request?.id ?? null }
  const response = await samlResponse({ entityId: us.entityId, key: await keys.current() }, to, content, new Date())
  const SAMLResponse = Buffer.from(response).toString('base64')
  return {
    url,
    method: 'POST' as const,
    fields: { SAMLResponse, ...(relayState === null ? {} : { RelayState: relayState }) },
    handOffUrl: seals.addressOf({ ...title, origins: formOrigins(url, application.formOrigins) }),
  }
}
