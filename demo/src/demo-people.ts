import { pages, systems } from './demo-catalog.ts'
import { crowdDomain, demoClients, departments, OPERATOR } from './demo-clients.ts'
import { customersFor } from './demo-customers.ts'
import { type DemoAccess, type DemoPerson, plainLetters } from './demo-person.ts'
import { type DemoRandom, demoRandom } from './demo-random.ts'
import { firstNames, lastNames } from './demo-names.ts'

/** Crowd users of each client, in the order of the clients. */
const CROWD_SIZES = [300, 310, 260, 210, 120, 230, 160, 95, 110, 90, 70, 50]

const jobTitles: Readonly<Record<string, readonly string[]>> = {
  Accounting: ['Accountant', 'Senior accountant', 'Accounts clerk'],
  Billing: ['Billing specialist', 'Billing lead'],
  'Client Relations': ['Client relations associate', 'Account manager'],
  Compliance: ['Compliance officer', 'Privacy analyst'],
  'Customer Care': ['Customer care agent', 'Team lead'],
  Finance: ['Finance analyst', 'Controller'],
  'Human Resources': ['HR partner', 'Recruiter'],
  'Information Technology': ['Systems engineer', 'Support engineer', 'Data analyst'],
  Legal: ['Counsel', 'Paralegal'],
  Marketing: ['Marketing manager', 'Content editor', 'Campaign planner'],
  Operations: ['Operations lead', 'Production planner', 'Shift supervisor'],
  Payments: ['Payments officer', 'Payments analyst'],
  Printing: ['Print planner', 'Proof reader'],
  Procurement: ['Buyer', 'Vendor manager'],
  'Quality Assurance': ['Quality analyst', 'Auditor'],
  Sales: ['Sales manager', 'Sales associate'],
}

const initials = 'A B C D E F G H J K L M N P R S T W'.split(' ')

/** Users without a role of their own: believable names at every client, most of them active. */
export function crowd(firstId: number): DemoPerson[] {
  const random = demoRandom(300)
  const taken = new Set<string>()
  const people: DemoPerson[] = []
  demoClients.forEach((client, index) => {
    for (let n = 0; n < (CROWD_SIZES[index] ?? 0); n++) {
      const firstName = random.pick(firstNames)
      const lastName = random.pick(lastNames)
      const [userName, email] = addressOf(firstName, lastName, crowdDomain(client), taken)
      const department = random.pick(departments)
      const isInternal = client.id === OPERATOR
      people.push({
        id: firstId + people.length,
        userName,
        firstName,
        lastName,
        ...(random.happens(0.3) ? { middleInitial: random.pick(initials) } : {}),
        email,
        clientId: client.id,
        department,
        jobTitle: random.pick(jobTitles[department] ?? ['Associate']),
        isInternal,
        isUsAssociate: isInternal && random.happens(0.35),
        status: random.happens(0.88) ? 1 : random.happens(0.6) ? 2 : 3,
        access: accessOf(client.id, isInternal, random),
      })
    }
  })
  return people
}

/** First initial and last name, with a number when taken; the address likewise. */
function addressOf(firstName: string, lastName: string, domain: string, taken: Set<string>): [string, string] {
  const first = plainLetters(firstName)
  const last = plainLetters(lastName)
  const free = (base: string, suffix = '') => {
    for (let n = 1; ; n++) {
      const candidate = `${base}${n === 1 ? '' : n}${suffix}`
      if (taken.has(candidate)) continue
      taken.add(candidate)
      return candidate
    }
  }
  return [free(`${first.slice(0, 1)}${last}`), free(`${first}.${last}`, `@${domain}`)]
}

/** Two to six systems with some of their pages, and what those require. */
function accessOf(clientId: number, isInternal: boolean, random: DemoRandom): DemoAccess {
  // Each client has seven of the twelve systems; the operator's own staff use all.
  const offered = isInternal ? systems : systems.filter(({ id }) => (id * 5 + clientId * 3) % 12 < 7)
  const chosen = random.some(offered, random.between(2, 6))
  const granted = chosen.map(({ id }) => ({ id, isAdmin: random.happens(0.06), hasSensitiveData: random.happens(0.1) }))
  const adminOf = granted.filter(({ isAdmin }) => isAdmin).map(({ id }) => id)
  const assigned = pages.filter(
    (page) =>
      granted.some(({ id }) => id === page.systemId) &&
      !page.comesWithSystem &&
      (isInternal || !page.isInternalOnly) &&
      (!page.requiresAdmin || adminOf.includes(page.systemId)) &&
      random.happens(0.7),
  )
  const codes = new Set(chosen.flatMap(({ facility }) => facility ?? []))
  const facilities = [...codes].map((code) => ({ code, allCustomers: isInternal || random.happens(0.3) }))
  return {
    systems: granted,
    pages: assigned.map(({ id }) => id),
    facilities,
    customers: facilities.flatMap(({ code, allCustomers }) =>
      allCustomers ? [] : someCustomers(clientId, code, random),
    ),
  }
}

/** A few customers on one level: a branch of the tree includes everything below it. */
function someCustomers(clientId: number, facility: 'EDH' | 'KCW', random: DemoRandom): number[] {
  const own = customersFor(clientId)
  if (facility === 'KCW') return random.some(own.flat, random.between(1, 5))
  return random.happens(0.4)
    ? random.some(own.regions, random.between(1, 2))
    : random.some(own.towns, random.between(1, 6))
}
