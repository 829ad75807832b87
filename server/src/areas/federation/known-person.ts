import { emailDomain } from '@portico/contract/account-rules.ts'
import type { RequestContext, RequestOnly } from '../../http/caller.ts'
import type { Stores } from '../../stores.ts'
import { userNamesFor } from '../users/public.ts'
import { type Person, personOf } from './person-rules.ts'
import type { Provider } from './provider.ts'
import type { Identity } from './saml-rules.ts'

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
  stores: Pick<Stores, 'audit' | 'federation' | 'grants' | 'providers'>,
  { request }: RequestOnly,
  { provider, identity }: Pick<NewIdentity, 'provider' | 'identity'>,
): Promise<number | string> {
  const known = await linkedUser(stores, provider, identity, await stores.providers.clientsOf(provider.id))
  if (known !== undefined) return typeof known === 'string' ? known : known.userId
  // Serializes new identities of a provider, so that concurrent answers about one user create one account.
  await stores.providers.lock(provider.id)
  const plan = await planSignIn(stores, { provider, identity })
  if (typeof plan === 'string') return plan
  const newIdentity = { provider, identity, request }
  if (plan.kind === 'create') return create(stores, newIdentity, plan.person, plan.clientId)
  if (plan.kind === 'link') await link(stores, newIdentity, plan.userId)
  return plan.userId
}

/**
 * A linked identity is found by the provider's name for the user. At the first sign-in the address identifies the user:
 * only within the employers of the provider, at a domain of theirs that uses it, and only a user whom an administrator
 * made federated, or a new one. Changes nothing.
 */
export async function planSignIn(
  stores: Pick<Stores, 'federation' | 'providers'>,
  { provider, identity }: Pick<NewIdentity, 'provider' | 'identity'>,
): Promise<SignInPlan> {
  const clientIds = await stores.providers.clientsOf(provider.id)
  const linked = await linkedUser(stores, provider, identity, clientIds)
  if (linked !== undefined) return linked
  const { email, ...names } = personOf(identity, provider)
  if (email === undefined) return 'no e-mail address stated'
  const employers = await stores.federation.employersOfDomain(emailDomain(email), clientIds)
  if (employers.length === 0) return 'not a domain of this provider'
  const [known, ...others] = await stores.federation.findByEmail(email, clientIds)
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
  { federation }: Pick<Stores, 'federation'>,
  provider: Provider,
  { nameId }: Identity,
  clientIds: readonly number[],
): Promise<{ kind: 'known'; userId: number } | PersonProblem | undefined> {
  const linked = await federation.findLinked(provider.id, nameId)
  if (!linked) return undefined
  const isLinkedHere = linked.signInKind === 'federated' && clientIds.includes(linked.clientId)
  return isLinkedHere ? { kind: 'known', userId: linked.userId } : 'no federated user of this provider any more'
}

interface NewIdentity {
  provider: Provider
  identity: Identity
  request: RequestContext
}

async function link(
  { federation, audit }: Pick<Stores, 'audit' | 'federation'>,
  { provider, identity: { nameId }, request }: NewIdentity,
  userId: number,
): Promise<void> {
  await federation.link(provider.id, nameId, userId)
  audit.record(request, {
    event: 'identity_linked',
    actorId: null,
    subjectId: userId,
    sessionId: null,
    target: { kind: 'saml_provider', id: provider.id },
    after: { nameId },
  })
}

async function create(
  stores: Pick<Stores, 'audit' | 'federation' | 'grants'>,
  newIdentity: NewIdentity,
  { email, firstName, lastName }: Person,
  clientId: number,
): Promise<number | string> {
  for (const userName of userNamesFor({ email, firstName, lastName })) {
    const userId = await stores.federation.create({ userName, firstName, lastName, email, clientId })
    if (userId === undefined) continue
    await stores.grants.give(userId, await stores.federation.mappedGrants(clientId), null)
    stores.audit.record(newIdentity.request, {
      event: 'user_created',
      actorId: null,
      subjectId: userId,
      sessionId: null,
      target: { kind: 'user', id: userId },
      after: { userName, clientId, by: 'federated sign-on', providerId: newIdentity.provider.id },
    })
    await link(stores, newIdentity, userId)
    return userId
  }
  return 'no user name is free'
}
