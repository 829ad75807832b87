import type { KeyRing } from '@portico/server/for-demo.ts'
import { randomBytes } from 'node:crypto'
import { FIRST_CLIENT, SECOND_CLIENT } from './demo-clients.ts'
import { type DemoPerson, PORTAL_ADMIN } from './demo-person.ts'
import type { DemoMoment, DemoWriter } from './demo-writer.ts'

interface Program {
  name: string
  /** Null: of the installation. */
  clientId: number | null
  /** By the user ID; the portal administrator otherwise. */
  owner?: string
  scopes: string[]
  networks: string[]
  endsInDays: number
  /** Null: not used yet. */
  usedDaysAgo: number | null
}

const programs: readonly Program[] = [
  {
    name: 'Payroll sync',
    clientId: FIRST_CLIENT,
    owner: 'client.admin',
    scopes: ['users:read', 'users:write'],
    networks: ['10.20.0.0/16'],
    endsInDays: 140,
    usedDaysAgo: 0,
  },
  { name: 'Log archive', clientId: null, scopes: ['audit:read'], networks: [], endsInDays: 18, usedDaysAgo: 1 },
  {
    name: 'Cascadia directory',
    clientId: SECOND_CLIENT,
    scopes: ['scim'],
    networks: [],
    endsInDays: 320,
    usedDaysAgo: null,
  },
  {
    name: 'Intranet',
    clientId: null,
    scopes: ['catalog:read', 'announcements:read'],
    networks: [],
    endsInDays: 75,
    usedDaysAgo: 110,
  },
]

/** Writes service accounts with one token each, whose text is not kept. */
export async function writeServiceAccounts(
  writer: DemoWriter,
  moment: DemoMoment,
  people: readonly DemoPerson[],
  keys: KeyRing,
): Promise<void> {
  const ownerOf = ({ owner }: Program) => people.find(({ userName }) => userName === owner)?.id ?? PORTAL_ADMIN
  await writer.insert(
    'service_accounts',
    programs.map((program, index) => ({
      id: index + 1,
      name: program.name,
      owner_id: ownerOf(program),
      client_id: program.clientId,
      scopes: program.scopes,
      allowed_networks: program.networks,
      ends_at: moment.daysAgo(-program.endsInDays),
      created_by: PORTAL_ADMIN,
      created_at: moment.daysAgo(120),
      version: 1,
      changed_at: moment.daysAgo(120),
    })),
  )
  await writer.insert(
    'service_tokens',
    programs.map(({ endsInDays, usedDaysAgo }, index) => ({
      id: index + 1,
      service_account_id: index + 1,
      prefix: `portico_${randomBytes(6).toString('hex').slice(0, 8)}`,
      keyed_hash: keys.sign('service token', randomBytes(32).toString('hex')),
      created_at: moment.daysAgo(120),
      expires_at: moment.daysAgo(-endsInDays),
      last_used_at: usedDaysAgo === null ? null : moment.daysAgo(usedDaysAgo, 7),
    })),
  )
  await writer.countOn('service_accounts', 'service_tokens')
}
