import { DEMO_CLIENT } from './demo-client.ts'
import { demoList, named } from './demo-configuration.ts'
import type { DemoWriter } from './demo-writer.ts'

export interface DemoSystem {
  id: number
  name: string
  code: string
  facility: 'EDH' | 'KCW' | null
  /** Signs people on with a signed answer. */
  isSaml: boolean
}

export interface DemoPage {
  id: number
  name: string
  systemId: number
  sectionId: number
  /** Comes with its system and is granted to no user alone. */
  comesWithSystem: boolean
  isInternalOnly: boolean
  requiresAdmin: boolean
  isSwitchedOff: boolean
  /** Users may ask for it. */
  isRequestable: boolean
}

export interface DemoSection {
  id: number
  name: string
  /** White text on it has a contrast of at least 4.5. */
  color: string
}

/** What files of configuration do not state: the colors of sections, and the codes of systems. */
const colors: Readonly<Record<string, string>> = {
  Statements: '2F5D9F',
  Printing: '7A4E9E',
  Payments: '1F7A5A',
  'Mail Tracking': '9A5B13',
  Reports: '3F5765',
  Campaigns: 'B03A6B',
  Cards: '0F7285',
  'File Exchange': '4F6228',
  Support: '8A3B2E',
  Learning: '5A55B5',
  Addresses: '6B6220',
  Billing: '1B6B93',
}
const codes: Readonly<Record<string, string>> = {
  'Statement Archive': 'ARCHIVE',
  'Print Production': 'PRINT',
  'Payments Hub': 'PAYHUB',
  'Mail Tracker': 'TRACK',
  'Insight Reports': 'INSIGHT',
  'Campaign Studio': 'STUDIO',
  'Card Services': 'CARDS',
  'Secure File Exchange': 'FILES',
  'Service Desk': 'DESK',
  'Learning Center': 'LEARN',
  'Address Quality': 'ADDRESS',
  'Billing Center': 'BILLING',
}
const SAML_SYSTEM = 'Learning Center'

/** Ids below are the portal's own. */
export const FIRST_SYSTEM = 100
export const FIRST_PAGE = 100

export const sections: readonly DemoSection[] = demoList('sections').map(({ name }, index) => ({
  id: index + 1,
  name,
  color: colors[name] ?? '3F5765',
}))

export const systems: readonly DemoSystem[] = demoList('systems').map(({ name, facility }, index) => ({
  id: FIRST_SYSTEM + index,
  name,
  code: codes[name] ?? name.toUpperCase(),
  facility: facility ?? null,
  isSaml: name === SAML_SYSTEM,
}))

/** Id of the system of this name. */
export const systemId = (name: string): number => named(systems, name).id

export const pages: readonly DemoPage[] = demoList('applications').map((page, index) => ({
  id: FIRST_PAGE + index,
  name: page.name,
  systemId: systemId(page.system),
  sectionId: named(sections, page.section).id,
  comesWithSystem: page.assignable === false,
  isInternalOnly: page.internalUsersOnly ?? false,
  requiresAdmin: page.administratorsOnly ?? false,
  isSwitchedOff: page.linkEnabled === false,
  isRequestable: page.requestable ?? false,
}))

/** The page of this name. */
export const pageNamed = (name: string): DemoPage => named(pages, name)

/** The one system whose accounts are set up in the portal. */
export const ACCOUNT_SYSTEM = systemId('Secure File Exchange')

/** Ids of the kinds of its accounts. */
export const accountTypeIds = demoList('accountTypes').map((_, index) => index + 1)

/** Writes what files do not state of systems and sections. */
export async function writeCatalogDetails(writer: DemoWriter): Promise<void> {
  await writer.update('systems', ['id', 'name'], systems.map(systemRow))
  await writer.update(
    'sections',
    ['id', 'name'],
    sections.map(({ id, name, color }) => ({
      id,
      name,
      tile_color: color,
      accepts_enhancement_requests: id % 3 === 0,
      owner_email: 'client.relations@northgate.example',
    })),
  )
  await writer.insert('single_sign_on_settings', [openIdSettings])
}

function systemRow({ id, name, code, isSaml }: DemoSystem) {
  const host = `${code.toLowerCase()}.northgate.example`
  return {
    id,
    name,
    code,
    is_saml_post: isSaml,
    has_account_setup: id === ACCOUNT_SYSTEM,
    launch_url: `https://${host}/`,
    setup_url: id === ACCOUNT_SYSTEM ? `https://${host}/accounts` : null,
    owner_email: `${code.toLowerCase()}-owner@northgate.example`,
  }
}

/** The one application with OpenID Connect; where it is reached is known only when the demo starts. */
const openIdSettings = {
  system_id: systemId('Service Desk'),
  protocol: 'oidc' as const,
  client_id: DEMO_CLIENT.clientId,
  attributes: { name: 'display-name', email: 'email', employer: 'client' },
}
