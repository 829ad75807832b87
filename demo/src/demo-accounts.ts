import {
  clientAdminAccess,
  delegatedAdminAccess,
  everything,
  fewPages,
  firstClientAccess,
  internalAccess,
  secondClientAccess,
} from './demo-access.ts'
import { FIRST_CLIENT, OPERATOR, SECOND_CLIENT } from './demo-clients.ts'
import { type DemoPerson, PORTAL_ADMIN } from './demo-person.ts'
import type { DemoSecrets } from './demo-secrets.ts'
import { MAILBOX_USER } from './mailbox-sign-in.ts'

type Account = Omit<DemoPerson, 'id' | 'email'> & { is: string; email?: string }
const internal = { clientId: OPERATOR, isInternal: true } as const
const atFirstClient = { clientId: FIRST_CLIENT, department: 'Billing', jobTitle: 'Billing specialist' } as const

const administrators: readonly Account[] = [
  {
    userName: 'portal.admin',
    is: 'internal, administers the whole portal, may sign on as others',
    firstName: 'Miriam',
    lastName: 'Okafor',
    ...internal,
    department: 'Information Technology',
    jobTitle: 'Portal administrator',
    maySignOnAs: true,
    access: everything,
  },
  {
    userName: 'associate.admin',
    is: 'the same, US associate',
    firstName: 'Walter',
    middleInitial: 'J',
    lastName: 'Brennan',
    ...internal,
    isUsAssociate: true,
    department: 'Information Technology',
    jobTitle: 'Portal administrator',
    maySignOnAs: true,
    access: everything,
  },
  {
    userName: 'delegated.admin',
    is: 'internal, holds User Administration and User List Report only',
    firstName: 'Priya',
    lastName: 'Raman',
    ...internal,
    department: 'Client Relations',
    jobTitle: 'Client relations associate',
    access: delegatedAdminAccess,
  },
  {
    userName: 'client.admin',
    is: 'external, administers the people of the first client only',
    firstName: 'Dolores',
    lastName: 'Quintero',
    clientId: FIRST_CLIENT,
    department: 'Operations',
    jobTitle: 'Operations lead',
    access: clientAdminAccess,
  },
]

const users: readonly Account[] = [
  {
    userName: 'internal.user',
    is: 'internal, several applications',
    firstName: 'Lars',
    lastName: 'Ødegård',
    ...internal,
    department: 'Operations',
    jobTitle: 'Production planner',
    access: internalAccess,
  },
  {
    userName: 'external.user',
    is: 'external, first client: applications with one page and with several',
    firstName: 'Elena',
    lastName: 'Márquez',
    ...atFirstClient,
    access: firstClientAccess,
  },
  {
    userName: 'other.user',
    is: 'external, second client',
    firstName: 'Kwame',
    lastName: 'Mensah',
    clientId: SECOND_CLIENT,
    department: 'Finance',
    jobTitle: 'Finance analyst',
    access: secondClientAccess,
  },
]

const atTheGates: readonly Account[] = [
  {
    userName: 'newcomer.internal',
    is: 'internal, has not accepted the license yet',
    firstName: 'Yuki',
    lastName: 'Tanaka',
    ...internal,
    department: 'Customer Care',
    jobTitle: 'Trainee',
    hasNotAcceptedLicense: true,
    isNew: true,
    access: fewPages,
  },
  {
    userName: 'unlicensed.user',
    is: 'external, has not accepted the license yet',
    firstName: 'Noah',
    lastName: 'Fitzgerald',
    ...atFirstClient,
    hasNotAcceptedLicense: true,
    isNew: true,
    access: fewPages,
  },
  {
    userName: 'first.time',
    is: 'has no security question yet',
    firstName: 'Zofia',
    lastName: 'Kowalczyk',
    ...atFirstClient,
    hasNoQuestion: true,
    isNew: true,
    access: fewPages,
  },
  {
    userName: 'temporary.user',
    is: 'has a temporary password',
    firstName: 'Samuel',
    lastName: 'Adeyemi',
    ...atFirstClient,
    password: 'temporary',
    isNew: true,
    access: fewPages,
  },
  {
    userName: 'expired.user',
    is: 'has an expired password',
    firstName: 'Beatriz',
    lastName: 'Nogueira',
    ...atFirstClient,
    password: 'expired',
    access: fewPages,
  },
]

const closedAccounts: readonly Account[] = [
  {
    userName: 'inactive.user',
    is: 'inactive',
    firstName: 'Gareth',
    lastName: 'Llewellyn',
    ...atFirstClient,
    status: 2,
    access: fewPages,
  },
  {
    userName: 'locked.user',
    is: 'locked without end',
    firstName: 'Svetlana',
    lastName: 'Petrova',
    ...atFirstClient,
    isLocked: true,
    access: fewPages,
  },
  {
    userName: 'deleted.user',
    is: 'deleted',
    firstName: 'Rupert',
    lastName: 'Hale',
    ...atFirstClient,
    status: 3,
    access: fewPages,
  },
]

const otherSignInMethods: readonly Account[] = [
  {
    userName: 'factor.user',
    is: 'needs a second factor and has one',
    firstName: 'Amélie',
    lastName: 'Rousseau',
    ...atFirstClient,
    needsSecondFactor: true,
    hasFactor: true,
    access: firstClientAccess,
  },
  {
    userName: 'unenrolled.user',
    is: 'needs a second factor and has none yet',
    firstName: 'Mateo',
    lastName: 'Ibáñez',
    ...atFirstClient,
    needsSecondFactor: true,
    isNew: true,
    access: fewPages,
  },
  {
    userName: 'directory.user',
    is: 'internal, signs in by the directory',
    firstName: 'Ingrid',
    lastName: 'Þorsteinsdóttir',
    ...internal,
    department: 'Human Resources',
    jobTitle: 'Learning coordinator',
    signInKind: 'directory',
    access: fewPages,
  },
  {
    userName: 'federated.user',
    is: 'signs in at their own employer: type nils.soderstrom@lindqvist.example as user ID',
    firstName: 'Nils',
    lastName: 'Söderström',
    clientId: 8,
    email: 'nils.soderstrom@lindqvist.example',
    department: 'Payments',
    jobTitle: 'Payments officer',
    signInKind: 'federated',
    access: fewPages,
  },
]

const accounts = [...administrators, ...users, ...atTheGates, ...closedAccounts, ...otherSignInMethods]

const mailDomains = new Map([
  [OPERATOR, 'northgate.example'],
  [FIRST_CLIENT, 'meridianhealth.example'],
  [SECOND_CLIENT, 'cascadia-water.example'],
])

/** The users that running and testing the demo is about, with fixed ids. */
export const namedPeople: readonly DemoPerson[] = accounts.map((account, index) => ({
  ...account,
  id: PORTAL_ADMIN + index,
  email: account.email ?? `${account.userName}@${mailDomains.get(account.clientId) ?? 'portal.example'}`,
}))

/**
 * Describes the accounts of the demo and their sign-in for the terminal. Random secrets are known only to the start
 * that loaded the demo; null: they were printed then.
 */
export function describeDemo(secrets: DemoSecrets | null): string {
  const width = Math.max(...accounts.map(({ userName }) => userName.length))
  const lines = accounts.map(({ userName, is, signInKind }) => {
    const password = secrets && !secrets.isKnown && !signInKind ? `  ${secrets.passwordOf(userName)}` : ''
    return `  ${userName.padEnd(width)}  ${is}${password}`
  })
  return ['Demo accounts', ...lines, '', howToEnter(secrets)].join('\n')
}

function howToEnter(secrets: DemoSecrets | null): string {
  if (!secrets) return 'Passwords were printed once, when this demo was loaded.'
  const { isKnown, passwordOf, answer, factorSeed, mailboxPassword } = secrets
  const passwords = isKnown
    ? `Password of every demo account: ${passwordOf('')} (directory.user and federated.user have none).`
    : 'Each password stands behind its account (directory.user and federated.user have none) and is printed this once.'
  const mailbox = mailboxPassword === null ? '' : ` Mailbox: user ${MAILBOX_USER}, password ${mailboxPassword}.`
  return `${passwords} Answer to every security question: ${answer}. Key for the authenticator app of factor.user: ${factorSeed}.${mailbox}`
}
