import type { DemoMoment, DemoWriter } from './demo-writer.ts'

/** Employer of the portal's own staff. */
export const OPERATOR = 1
/** Client of external.user and of client.admin. */
export const FIRST_CLIENT = 2
/** Client of other.user. */
export const SECOND_CLIENT = 3

interface DemoClient {
  id: number
  name: string
  code: string
  /** Names in `industries`. */
  industries: readonly string[]
  contact: { name: string; email: string; phone: string }
  idleMinutes: number | null
  /** Confirmed mail domains; users of the crowd get addresses of the last one. */
  domains: readonly { domain: string; signInKind?: 'federated' }[]
  /** Name of its branch in the customer tree of EDH. */
  branch: string | null
}

/** All names and domains are made up; `.example` is reserved. */
export const demoClients: readonly DemoClient[] = [
  {
    id: OPERATOR,
    name: 'Northgate Services',
    code: 'NGS',
    industries: ['Business Services'],
    contact: { name: 'Client Relations', email: 'client.relations@northgate.example', phone: '2065550100' },
    idleMinutes: null,
    domains: [{ domain: 'northgate.example' }],
    branch: null,
  },
  {
    id: FIRST_CLIENT,
    name: 'Meridian Health Partners',
    code: 'MHP',
    industries: ['Healthcare'],
    contact: { name: 'Dolores Quintero', email: 'dolores.quintero@meridianhealth.example', phone: '4155550111' },
    idleMinutes: null,
    domains: [{ domain: 'meridian-clinics.example' }, { domain: 'meridianhealth.example' }],
    branch: 'Meridian Health',
  },
  {
    id: SECOND_CLIENT,
    name: 'Cascadia Water & Power',
    code: 'CWP',
    industries: ['Utilities', 'Government'],
    contact: { name: 'Bjørn Aasen', email: 'bjorn.aasen@cascadia-water.example', phone: '5035550122' },
    idleMinutes: 20,
    domains: [{ domain: 'cascadia-water.example' }],
    branch: 'Cascadia Water & Power',
  },
  {
    id: 4,
    name: 'Harbor Light Credit Union',
    code: 'HLCU',
    industries: ['Financial Services'],
    contact: { name: 'Grace Oyelaran', email: 'grace.oyelaran@harborlight.example', phone: '6175550133' },
    idleMinutes: 15,
    domains: [{ domain: 'harborlight.example' }],
    branch: 'Harbor Light',
  },
  {
    id: 5,
    name: 'Harbor Light Insurance',
    code: 'HLI',
    industries: ['Insurance', 'Financial Services'],
    contact: { name: 'Tomasz Wójcik', email: 'tomasz.wojcik@harborlight.example', phone: '6175550144' },
    idleMinutes: 15,
    domains: [{ domain: 'harborlight.example' }],
    branch: 'Harbor Light Insurance',
  },
  {
    id: 6,
    name: 'Atlas Freight Lines',
    code: 'AFL',
    industries: ['Transport'],
    contact: { name: 'Ines Carvalho', email: 'ines.carvalho@atlasfreight.example', phone: '3125550155' },
    idleMinutes: 60,
    domains: [{ domain: 'atlasfreight.example' }],
    branch: 'Atlas Freight',
  },
  {
    id: 7,
    name: 'Rosewood University',
    code: 'RWU',
    industries: ['Education'],
    contact: { name: 'Prof. Hana Sato', email: 'hana.sato@rosewood-university.example', phone: '7345550166' },
    idleMinutes: null,
    domains: [{ domain: 'rosewood-university.example' }],
    branch: 'Rosewood University',
  },
  {
    id: 8,
    name: 'Lindqvist & Søn Bank',
    code: 'LSB',
    industries: ['Financial Services'],
    contact: { name: 'Åsa Lindqvist', email: 'asa.lindqvist@lindqvist.example', phone: '2125550177' },
    idleMinutes: 10,
    domains: [{ domain: 'lindqvist.example', signInKind: 'federated' }, { domain: 'lindqvist-branches.example' }],
    branch: 'Lindqvist & Søn',
  },
  {
    id: 9,
    name: 'Copper Canyon Telecom',
    code: 'CCT',
    industries: ['Utilities'],
    contact: { name: 'Marisol Benally', email: 'marisol.benally@coppercanyon.example', phone: '5055550188' },
    idleMinutes: null,
    domains: [{ domain: 'coppercanyon.example' }],
    branch: 'Copper Canyon',
  },
  {
    id: 10,
    name: 'Saltmarsh County',
    code: 'SMC',
    industries: ['Government'],
    contact: { name: 'Everett Boone', email: 'everett.boone@saltmarsh-county.example', phone: '9125550199' },
    idleMinutes: 30,
    domains: [{ domain: 'saltmarsh-county.example' }],
    branch: 'Saltmarsh County',
  },
  {
    id: 11,
    name: 'Blue Heron Housing Association',
    code: 'BHH',
    industries: ['Business Services'],
    contact: { name: 'Odile Marchand', email: 'odile.marchand@blueheron.example', phone: '6035550200' },
    idleMinutes: null,
    domains: [{ domain: 'blueheron.example' }],
    branch: null,
  },
  {
    id: 12,
    name: 'Tidewater Motor Club',
    code: 'TMC',
    industries: ['Insurance', 'Transport'],
    contact: { name: 'Leon Castellanos', email: 'leon.castellanos@tidewatermotor.example', phone: '7575550211' },
    idleMinutes: null,
    domains: [{ domain: 'tidewatermotor.example' }],
    branch: null,
  },
]

export const departments = [
  'Accounting',
  'Billing',
  'Client Relations',
  'Compliance',
  'Customer Care',
  'Finance',
  'Human Resources',
  'Information Technology',
  'Legal',
  'Marketing',
  'Operations',
  'Payments',
  'Printing',
  'Procurement',
  'Quality Assurance',
  'Sales',
] as const
export type Department = (typeof departments)[number]

export const departmentId = (name: Department): number => departments.indexOf(name) + 1

const industries = [
  'Business Services',
  'Education',
  'Financial Services',
  'Government',
  'Healthcare',
  'Insurance',
  'Retail',
  'Transport',
  'Utilities',
]

export const industryId = (name: string): number => industries.indexOf(name) + 1

/** Ids of the carriers below. */
export const carrierIds = [1, 2, 3, 4]

const carriers = [
  { id: 1, name: 'Alder Wireless', email_domain: 'sms.alder-wireless.example', is_active: true },
  { id: 2, name: 'Bluebird Mobile', email_domain: 'text.bluebird.example', is_active: true },
  { id: 3, name: 'Cobalt Cellular', email_domain: 'messages.cobalt.example', is_active: true },
  { id: 4, name: 'Evergreen Telecom', email_domain: 'sms.evergreen.example', is_active: true },
  { id: 5, name: 'Driftwood Paging', email_domain: 'pager.driftwood.example', is_active: false },
]

/** The mail domain of a client's users in the crowd. */
export const crowdDomain = (client: DemoClient): string => client.domains.at(-1)?.domain ?? 'portal.example'

/** Writes organizations, and the lists that forms offer. */
export async function writeClients(writer: DemoWriter, moment: DemoMoment): Promise<void> {
  await writer.insert(
    'departments',
    departments.map((name, index) => ({ id: index + 1, name })),
  )
  await writer.insert(
    'industries',
    industries.map((name, index) => ({ id: index + 1, name })),
  )
  await writer.insert('sms_carriers', carriers)
  await writer.insert('internal_domains', [{ domain: 'northgate.example' }, { domain: 'staff.northgate.example' }])
  await writer.insert(
    'clients',
    demoClients.map((client) => clientRow(client, moment)),
  )
  const domains = demoClients.flatMap(({ id, domains: all }) => all.map((one) => ({ client_id: id, ...one })))
  await writer.insert(
    'client_domains',
    domains.map(({ client_id, domain, signInKind = 'password' as const }) => ({
      client_id,
      domain,
      is_confirmed: true,
      sign_in_kind: signInKind,
    })),
  )
  await writer.insert(
    'client_industries',
    demoClients.flatMap((client) =>
      client.industries.map((name) => ({ client_id: client.id, industry_id: industryId(name) })),
    ),
  )
  await writer.countOn('departments', 'industries', 'sms_carriers', 'clients')
}

function clientRow(client: DemoClient, moment: DemoMoment) {
  const since = moment.daysAgo(1500 - 100 * client.id)
  return {
    id: client.id,
    name: client.name,
    code: client.code,
    contact_name: client.contact.name,
    contact_email: client.contact.email,
    contact_phone: client.contact.phone,
    idle_minutes: client.idleMinutes,
    created_at: since,
    updated_at: since,
  }
}
