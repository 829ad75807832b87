import type { RequestFacts } from '../../http/caller.ts'
import type { Stores } from '../../stores.ts'
import { domainOf, type Person, personOf, userNamesFor } from './person-rules.ts'
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
  const linked = await stores.federation.findLinked(provider.id, identity.nameId)
  if (linked) {
    const isHis = linked.signInKind === 'federated' && clientIds.includes(linked.clientId)
    return isHis ? linked.userId : 'no federated user of this provider any more'
  }
  const person = personOf(identity, provider)
  if (person.email === undefined) return 'no e-mail address stated'
  const employers = await stores.federation.employersOfDomain(domainOf(person.email), clientIds)
  if (employers.length === 0) return 'not a domain of this provider'
  const found = await stores.federation.findByEmail(person.email, clientIds)
  const [known, ...others] = found
  const maker = employers.filter(({ createsUsers }) => createsUsers)
  if (!known) {
    const [employer, ...rivals] = maker
    if (!employer || rivals.length > 0) return 'no account, and none is made'
    return create(stores, provider, { ...person, email: person.email }, employer.clientId, identity, facts)
  }
  const isHisToTake = known.signInKind === 'federated' && !known.isLinked && others.length === 0
  const isOfEmployer = employers.some(({ clientId }) => clientId === known.clientId)
  if (!isHisToTake || !isOfEmployer) return 'the address belongs to somebody else'
  await link(stores, provider, identity, known.userId, facts)
  return known.userId
}

async function link(
  { federation, audit }: Stores,
  provider: Provider,
  { nameId }: Identity,
  userId: number,
  facts: RequestFacts,
): Promise<void> {
  await federation.link(provider.id, nameId, userId)
  await audit.record(facts, {
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
  provider: Provider,
  { email, firstName, lastName }: Partial<Person> & { email: string },
  clientId: number,
  identity: Identity,
  facts: RequestFacts,
): Promise<number | string> {
  if (firstName === undefined || lastName === undefined) return 'no first or last name stated'
  for (const userName of userNamesFor({ email, firstName, lastName })) {
    const userId = await stores.federation.create({ userName, firstName, lastName, email, clientId })
    if (userId === undefined) continue
    await stores.audit.record(facts, {
      event: 'user_created',
      actorId: null,
      subjectId: userId,
      sessionId: null,
      target: { kind: 'user', id: userId },
      after: { userName, clientId, by: 'federated sign-on', providerId: provider.id },
    })
    await link(stores, provider, identity, userId, facts)
    return userId
  }
  return 'no user name is free'
}
