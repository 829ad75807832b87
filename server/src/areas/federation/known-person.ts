import { domainOf } from '@portico/contract/account-rules.ts'
import type { RequestFacts } from '../../http/caller.ts'
import type { Stores } from '../../stores.ts'
import { type Person, personOf, userNamesFor } from './person-rules.ts'
import type { Provider } from './provider.ts'
import type { Identity } from './saml-rules.ts'

/**
 * The user behind an identity, or why there is none. Whom a provider has vouched for once is known by
 * its name for him ever after. The first time his address leads to him, and only within the employers
 * that the provider speaks for, at a domain of theirs that signs on there, and to somebody whom an
 * administrator has made a federated user or to nobody yet.
 */
export async function userBehind(
  stores: Stores,
  provider: Provider,
  identity: Identity,
  facts: RequestFacts,
): Promise<number | string> {
  const clientIds = await stores.providers.clientsOf(provider.id)
  const known = await linkedUser(stores, provider, identity, clientIds)
  if (known !== undefined) return known
  // One new person after the other, so that two answers about one of them make one account.
  await stores.providers.hold(provider.id)
  const meanwhile = await linkedUser(stores, provider, identity, clientIds)
  return meanwhile ?? welcome(stores, { provider, identity, clientIds, facts })
}

async function linkedUser(
  { federation }: Stores,
  provider: Provider,
  { nameId }: Identity,
  clientIds: readonly number[],
): Promise<number | string | undefined> {
  const linked = await federation.findLinked(provider.id, nameId)
  if (!linked) return undefined
  const isHis = linked.signInKind === 'federated' && clientIds.includes(linked.clientId)
  return isHis ? linked.userId : 'no federated user of this provider any more'
}

interface Stranger {
  provider: Provider
  identity: Identity
  /** Employers that the provider speaks for. */
  clientIds: readonly number[]
  facts: RequestFacts
}

/** Somebody whom the provider has never vouched for here. */
async function welcome(stores: Stores, stranger: Stranger): Promise<number | string> {
  const { provider, identity, clientIds } = stranger
  const { email, ...names } = personOf(identity, provider)
  if (email === undefined) return 'no e-mail address stated'
  const employers = await stores.federation.employersOfDomain(domainOf(email), clientIds)
  if (employers.length === 0) return 'not a domain of this provider'
  const [known, ...others] = await stores.federation.findByEmail(email, clientIds)
  if (!known) {
    const [employer, ...rivals] = employers.filter(({ createsUsers }) => createsUsers)
    if (!employer || rivals.length > 0) return 'no account, and none is made'
    return create(stores, stranger, { ...names, email }, employer.clientId)
  }
  const isHisToTake = known.signInKind === 'federated' && !known.isLinked && others.length === 0
  if (!isHisToTake || !employers.some(({ clientId }) => clientId === known.clientId))
    return 'the address belongs to somebody else'
  await link(stores, stranger, known.userId)
  return known.userId
}

async function link(
  { federation, audit }: Stores,
  { provider, identity: { nameId }, facts }: Stranger,
  userId: number,
): Promise<void> {
  await federation.link(provider.id, nameId, userId)
  audit.record(facts, {
    event: 'identity_linked',
    actorId: null,
    subjectId: userId,
    sessionId: null,
    target: { kind: 'saml_provider', id: provider.id },
    after: { nameId },
  })
}

async function create(
  stores: Stores,
  stranger: Stranger,
  { email, firstName, lastName }: Partial<Person> & { email: string },
  clientId: number,
): Promise<number | string> {
  if (firstName === undefined || lastName === undefined) return 'no first or last name stated'
  for (const userName of userNamesFor({ email, firstName, lastName })) {
    const userId = await stores.federation.create({ userName, firstName, lastName, email, clientId })
    if (userId === undefined) continue
    stores.audit.record(stranger.facts, {
      event: 'user_created',
      actorId: null,
      subjectId: userId,
      sessionId: null,
      target: { kind: 'user', id: userId },
      after: { userName, clientId, by: 'federated sign-on', providerId: stranger.provider.id },
    })
    await link(stores, stranger, userId)
    return userId
  }
  return 'no user name is free'
}
