import { demoList, named } from './demo-configuration.ts'
import type { DemoMoment, DemoWriter } from './demo-writer.ts'

/** Employer of the portal's own staff. */
export const OPERATOR = 1
/** Client of external.user and of client.admin. */
export const FIRST_CLIENT = 2
/** Client of other.user. */
export const SECOND_CLIENT = 3

/** What files of configuration do not state of a client. */
interface ClientDetails {
  /** Names in `industries`. */
  industries: readonly string[]
  contact: { name: string; email: string; phone: string }
  /** Name of its branch in the customer tree of EDH. */
  branch: string | null
}

interface DemoClient extends ClientDetails {
  id: number
  name: string
  code: string
  /** Mail domains; users of the crowd get addresses of the last one. */
  domains: readonly { domain: string }[]
}

/** By the codes of the clients. */
const details: Readonly<Record<string, ClientDetails>> = {
  NGS: {
    industries: ['Business Services'],
    contact: { name: 'Client Relations', email: 'client.relations@northgate.example', phone: '2065550100' },
    branch: null,
  },
  MHP: {
    industries: ['Healthcare'],
    contact: { name: 'Dolores Quintero', email: 'dolores.quintero@meridianhealth.example', phone: '4155550111' },
    branch: 'Meridian Health',
  },
  CWP: {
    industries: ['Utilities', 'Government'],
    contact: { name: 'Bjørn Aasen', email: 'bjorn.aasen@cascadia-water.example', phone: '5035550122' },
    branch: 'Cascadia Water & Power',
  },
  HLCU: {
    industries: ['Financial Services'],
    contact: { name: 'Grace Oyelaran', email: 'grace.oyelaran@harborlight.example', phone: '6175550133' },
    branch: 'Harbor Light',
  },
  HLI: {
    industries: ['Insurance', 'Financial Services'],
    contact: { name: 'Tomasz Wójcik', email: 'tomasz.wojcik@harborlight.example', phone: '6175550144' },
    branch: 'Harbor Light Insurance',
  },
  AFL: {
    industries: ['Transport'],
    contact: { name: 'Ines Carvalho', email: 'ines.carvalho@atlasfreight.example', phone: '3125550155' },
    branch: 'Atlas Freight',
  },
  RWU: {
    industries: ['Education'],
    contact: { name: 'Prof. Hana Sato', email: 'hana.sato@rosewood-university.example', phone: '7345550166' },
    branch: 'Rosewood University',
  },
  LSB: {
    industries: ['Financial Services'],
    contact: { name: 'Åsa Lindqvist', email: 'asa.lindqvist@lindqvist.example', phone: '2125550177' },
    branch: 'Lindqvist & Søn',
  },
  CCT: {
    industries: ['Utilities'],
    contact: { name: 'Marisol Benally', email: 'marisol.benally@coppercanyon.example', phone: '5055550188' },
    branch: 'Copper Canyon',
  },
  SMC: {
    industries: ['Government'],
    contact: { name: 'Everett Boone', email: 'everett.boone@saltmarsh-county.example', phone: '9125550199' },
    branch: 'Saltmarsh County',
  },
  BHH: {
    industries: ['Business Services'],
    contact: { name: 'Odile Marchand', email: 'odile.marchand@blueheron.example', phone: '6035550200' },
    branch: null,
  },
  TMC: {
    industries: ['Insurance', 'Transport'],
    contact: { name: 'Leon Castellanos', email: 'leon.castellanos@tidewatermotor.example', phone: '7575550211' },
    branch: null,
  },
}

/** The clients of the files, with what those do not state. */
export const demoClients: readonly DemoClient[] = demoList('clients').map(({ name, code, domains }, index) => {
  const more = details[code]
  if (!more) throw new Error(`The demo has no details of the client ${code}`)
  return { id: OPERATOR + index, name, code, domains, ...more }
})

/** Id of the client of this name. */
export const clientId = (name: string): number => named(demoClients, name).id

export const departments = demoList('departments').map(({ name }) => name)

/** Id of the department of this name. @throws where there is none */
export function departmentId(name: string): number {
  const id = departments.indexOf(name) + 1
  if (id === 0) throw new Error(`The demo has no department ${name}`)
  return id
}

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

/** Ids of the active carriers. */
export const carrierIds = [1, 2, 3, 4]

/** The mail domain of a client's users in the crowd. */
export const crowdDomain = (client: DemoClient): string => client.domains.at(-1)?.domain ?? 'portal.example'

/** Writes the client whose administrator applies the files. */
export async function writeOperator(writer: DemoWriter): Promise<void> {
  const operator = demoClients.filter(({ id }) => id === OPERATOR)
  await writer.insert(
    'clients',
    operator.map(({ id, name, code }) => ({ id, name, code })),
  )
  await writer.countOn('clients')
}

/** Writes what files do not state of clients. */
export async function writeClientDetails(writer: DemoWriter, moment: DemoMoment): Promise<void> {
  await writer.insert(
    'industries',
    industries.map((name, index) => ({ id: index + 1, name })),
  )
  await writer.update(
    'clients',
    ['id', 'name'],
    demoClients.map((client) => clientRow(client, moment)),
  )
  await writer.insert(
    'client_industries',
    demoClients.flatMap((client) =>
      client.industries.map((name) => ({ client_id: client.id, industry_id: industryId(name) })),
    ),
  )
  await writer.countOn('industries')
}

function clientRow({ id, name, contact }: DemoClient, moment: DemoMoment) {
  const since = moment.daysAgo(1500 - 100 * id)
  return {
    id,
    name,
    contact_name: contact.name,
    contact_email: contact.email,
    contact_phone: contact.phone,
    created_at: since,
    updated_at: since,
  }
}
