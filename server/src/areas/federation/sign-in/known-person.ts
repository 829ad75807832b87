import { emailDomain } from '@portico/contract/account/account-rules.ts'
import type { RequestContext, RequestOnly } from '../../../http/caller.ts'
import { firstFreeName, userNameBase } from '../../users/public.ts'
import { type Person, personOfAssertion } from './person-rules.ts'
import type { Provider } from '../providers/provider.ts'
import type { Identity } from '../saml/saml-rules.ts'
import type { Tx } from '../../../db/database.ts'
import { listProviderClients, lockProvider } from '../providers/provider-store.ts'
import {
  listEmployersOfDomain,
  findUsersByEmail,
  findUserOfNameId,
  linkFederatedUser,
  createFederatedUser,
  readMappedGrants,
} from './federation-store.ts'
import { recordAudit } from '../../audit/public.ts'
import { giveGrants } from '../../grants/public.ts'

/** Why an identity leads to no account. */
export type PersonProblem =
  | 'no e-mail address stated'
  | 'not a domain of this provider'
  | 'the address belongs to somebody else'
  | 'no account, and none is made'
  | 'no first or last name stated'
  | 'no federated user of this provider any more'

/** What a sign-in with an identity leads to, or the reason why it leads nowhere. */
export type SignInPlan =
  | { readonly kind: 'known' | 'link'; readonly userId: number }
  | { readonly kind: 'create'; readonly clientId: number; readonly person: Person }
  | PersonProblem

/**
 * Returns the user of an identity, or the reason why there is none; links or creates the user where that is planned.
 */
export async function findOrCreateUser(
  tx: Tx,
  { request }: RequestOnly,
  { provider, identity }: Pick<NewIdentity, 'provider' | 'identity'>,
): Promise<number | string> {
  const known = await linkedUser(tx, provider, identity, await listProviderClients(tx, provider.id))
  if (known !== undefined) return typeof known === 'string' ? known : known.userId
  // Serializes new identities of a provider, so that concurrent answers about one user create one account.
  await lockProvider(tx, provider.id)
  const plan = await planSignIn(tx, { provider, identity })
  if (typeof plan === 'string') return plan
  const newIdentity = { provider, identity, request }
  if (plan.kind === 'create') return create(tx, newIdentity, plan.person, plan.clientId)
  if (plan.kind === 'link') await link(tx, newIdentity, plan.userId)
  return plan.userId
}

/**
 * A linked identity is found by the provider's name for the user. At the first sign-in the address identifies the user:
 * only within the employers of the provider, at a domain of theirs that uses it, and only a user whom an administrator
 * made federated, or a new one. Changes nothing.
 */
export async function planSignIn(
  tx: Tx,
  { provider, identity }: Pick<NewIdentity, 'provider' | 'identity'>,
): Promise<SignInPlan> {
  const clientIds = await listProviderClients(tx, provider.id)
  const linked = await linkedUser(tx, provider, identity, clientIds)
  if (linked !== undefined) return linked
  const { email, ...names } = personOfAssertion(identity, provider)
  if (email === undefined) return 'no e-mail address stated'
  const employers = await listEmployersOfDomain(tx, emailDomain(email), clientIds)
  if (employers.length === 0) return 'not a domain of this provider'
  const [known, ...others] = await findUsersByEmail(tx, email, clientIds)
  if (!known) return planAccount(employers, { ...names, email })
  const mayBeLinked = known.signInKind === 'federated' && !known.isLinked && others.length === 0
  if (!mayBeLinked || !employers.some(({ clientId }) => clientId === known.clientId))
    return 'the address belongs to somebody else'
  return { kind: 'link', userId: known.userId }
}

/** A new account, at the one employer of the domain that makes accounts. */
function planAccount(
  employers: readonly { clientId: number; createsUsers: boolean }[],
  { email, firstName, lastName }: Partial<Person> & Pick<Person, 'email'>,
): SignInPlan {
  const [employer, ...others] = employers.filter(({ createsUsers }) => createsUsers)
  if (!employer || others.length > 0) return 'no account, and none is made'
  if (firstName === undefined || lastName === undefined) return 'no first or last name stated'
  return { kind: 'create', clientId: employer.clientId, person: { email, firstName, lastName } }
}

async function linkedUser(
  tx: Tx,
  provider: Provider,
  { nameId }: Identity,
  clientIds: readonly number[],
): Promise<{ kind: 'known'; userId: number } | PersonProblem | undefined> {
  const linked = await findUserOfNameId(tx, provider.id, nameId)
  if (!linked) return undefined
  const isLinkedHere = linked.signInKind === 'federated' && clientIds.includes(linked.clientId)
  return isLinkedHere ? { kind: 'known', userId: linked.userId } : 'no federated user of this provider any more'
}

interface NewIdentity {
  provider: Provider
  identity: Identity
  request: RequestContext
}

async function link(tx: Tx, { provider, identity: { nameId }, request }: NewIdentity, userId: number): Promise<void> {
  await linkFederatedUser(tx, provider.id, nameId, userId)
  recordAudit(tx, request, {
    event: 'identity_linked',
    actorId: null,
    subjectId: userId,
    sessionId: null,
    target: { kind: 'saml_provider', id: provider.id },
    after: { nameId },
  })
}

async function create(tx: Tx, newIdentity: NewIdentity, person: Person, clientId: number): Promise<number> {
  const { userId, userName } = await createUnderFreeName(tx, person, clientId)
  await giveGrants(tx, userId, await readMappedGrants(tx, clientId), null)
  recordAudit(tx, newIdentity.request, {
    event: 'user_created',
    actorId: null,
    subjectId: userId,
    sessionId: null,
    target: { kind: 'user', id: userId },
    after: { userName, clientId, by: 'federated sign-on', providerId: newIdentity.provider.id },
  })
  await link(tx, newIdentity, userId)
  return userId
}

async function createUnderFreeName(tx: Tx, person: Person, clientId: number) {
  const base = userNameBase(person)
  for (;;) {
    const userName = await firstFreeName(tx, base)
    const userId = await createFederatedUser(tx, { ...person, userName, clientId })
    // Undefined where somebody else got the name meanwhile; the next look finds theirs.
    if (userId !== undefined) return { userId, userName }
  }
}
