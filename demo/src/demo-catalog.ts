import { DEMO_CLIENT } from './demo-client.ts'
import type { DemoWriter } from './demo-writer.ts'

export interface DemoSystem {
  id: number
  name: string
  code: string
  facility: 'EDH' | 'KCW' | null
  /** Signs people on with a signed answer. */
  isSaml?: true
}

export interface DemoPage {
  id: number
  name: string
  systemId: number
  sectionId: number
  /** Comes with its system and is granted to no user alone. */
  comesWithSystem?: true
  isInternalOnly?: true
  requiresAdmin?: true
  isSwitchedOff?: true
  /** Users may ask for it. */
  isRequestable?: true
  /** Search results of the page. */
  finds: readonly (readonly [name: string, description: string])[]
}

export interface DemoSection {
  id: number
  name: string
  /** White text on it has a contrast of at least 4.5. */
  color: string
}

const section = (id: number, name: string, color: string): DemoSection => ({ id, name, color })

export const sections: readonly DemoSection[] = [
  section(1, 'Statements', '2F5D9F'),
  section(2, 'Printing', '7A4E9E'),
  section(3, 'Payments', '1F7A5A'),
  section(4, 'Mail Tracking', '9A5B13'),
  section(5, 'Reports', '3F5765'),
  section(6, 'Campaigns', 'B03A6B'),
  section(7, 'Cards', '0F7285'),
  section(8, 'File Exchange', '4F6228'),
  section(9, 'Support', '8A3B2E'),
  section(10, 'Learning', '5A55B5'),
  section(11, 'Addresses', '6B6220'),
  section(12, 'Billing', '1B6B93'),
]

export const systems: readonly DemoSystem[] = [
  { id: 100, name: 'Statement Archive', code: 'ARCHIVE', facility: 'EDH' },
  { id: 101, name: 'Print Production', code: 'PRINT', facility: 'EDH' },
  { id: 102, name: 'Payments Hub', code: 'PAYHUB', facility: 'KCW' },
  { id: 103, name: 'Mail Tracker', code: 'TRACK', facility: 'EDH' },
  { id: 104, name: 'Insight Reports', code: 'INSIGHT', facility: null },
  { id: 105, name: 'Campaign Studio', code: 'STUDIO', facility: null },
  { id: 106, name: 'Card Services', code: 'CARDS', facility: 'KCW' },
  { id: 107, name: 'Secure File Exchange', code: 'FILES', facility: null },
  { id: 108, name: 'Service Desk', code: 'DESK', facility: null },
  { id: 109, name: 'Learning Center', code: 'LEARN', facility: null, isSaml: true },
  { id: 110, name: 'Address Quality', code: 'ADDRESS', facility: null },
  { id: 111, name: 'Billing Center', code: 'BILLING', facility: null },
]

type PageOptions = Pick<
  DemoPage,
  'comesWithSystem' | 'isInternalOnly' | 'requiresAdmin' | 'isSwitchedOff' | 'isRequestable'
>
type PageEntry = readonly [name: string, finds: DemoPage['finds'], options?: PageOptions]

/** Pages of each section; section n leads to system 99 + n. */
const pagesOfSections: readonly (readonly PageEntry[])[] = [
  [
    [
      'Statement Search',
      [
        ['Find a statement', 'By account, name or date'],
        ['Reprint', 'Send a copy by mail'],
      ],
    ],
    ['Statement Archive', [['Year-end copies', 'Statements of earlier years']], { isRequestable: true }],
    ['Delivery Preferences', [['Paperless', 'Who receives statements by e-mail']]],
    ['Suppression List', []],
  ],
  [
    [
      'Job Board',
      [
        ['Job status', 'Where a print job stands'],
        ['Cut-off times', 'Until when jobs are taken today'],
      ],
    ],
    ['Proof Approval', [['Approve a proof', 'Look at pages before they are printed']]],
    ['Print Volumes', []],
    ['Inserts and Messages', [['Message area', 'Texts on the first page']]],
  ],
  [
    ['Payment Search', [['Find a payment', 'By amount, account or day']]],
    [
      'Refunds',
      [
        ['Refund', 'Return a payment in part or in full'],
        ['Void', 'Cancel a payment of today'],
      ],
    ],
    ['Lockbox Deposits', []],
    ['Payment Reconciliation', [['Exceptions', 'Payments that match no account']], { requiresAdmin: true }],
  ],
  [
    ['Track a Mailing', [['Where is it?', 'Scans of a mailing on its way']]],
    ['Returned Mail', [['Undeliverable', 'Pieces that came back and why']]],
    ['Postage Accounts', []],
  ],
  [
    [
      'Report Library',
      [
        ['Monthly volumes', 'Pages and pieces by month'],
        ['Service levels', 'Agreed and kept times'],
      ],
    ],
    ['Dashboards', [], { isRequestable: true }],
    ['Scheduled Reports', [['Subscriptions', 'Reports that arrive by mail']], { isRequestable: true }],
    ['Usage Analytics', [['Adoption', 'How many people use what']], { isInternalOnly: true }],
  ],
  [
    ['Campaign Planner', [['Calendar', 'Campaigns of all channels']], { isRequestable: true }],
    ['Audience Builder', []],
    ['Message Templates', [['Letterheads', 'Approved templates by brand']]],
    ['Campaign Results', []],
  ],
  [
    ['Card Orders', [['Order cards', 'New and replacement cards']]],
    ['Card Designs', []],
    ['Chargebacks', [['Disputes', 'Open cases and their dates']], { isSwitchedOff: true }],
  ],
  [
    [
      'File Exchange',
      [
        ['Upload', 'Send a file to us'],
        ['Download', 'Files that wait for you'],
      ],
    ],
  ],
  [
    [
      'My Tickets',
      [
        ['New ticket', 'Ask the service desk'],
        ['Open tickets', 'What is being worked on'],
      ],
    ],
    ['Report a Problem', [['Outage', 'Tell us that something does not work']], { comesWithSystem: true }],
    ['Service Status', []],
  ],
  [['Learning Center', [['Courses', 'Short courses for every application']]]],
  [
    ['Address Check', [['Validate', 'Check addresses one by one or in lists']], { isRequestable: true }],
    ['Move Updates', []],
    ['Address Lists', []],
  ],
  [
    [
      'Invoices',
      [
        ['Open invoices', 'What is due and when'],
        ['Paid invoices', 'The last seven years'],
      ],
    ],
    ['Contracts', []],
    ['Budgets', []],
    ['Price List', [['Rates', 'What each service costs']], { isRequestable: true }],
    ['Work Orders', []],
    ['Credit Notes', []],
  ],
]

const FIRST_PAGE = 100

export const pages: readonly DemoPage[] = pagesOfSections
  .flatMap((entries, index) => entries.map((entry) => ({ entry, sectionId: index + 1, systemId: FIRST_PAGE + index })))
  .map(({ entry: [name, finds, options = {}], sectionId, systemId }, index) => ({
    id: FIRST_PAGE + index,
    name,
    systemId,
    sectionId,
    finds,
    ...options,
  }))

/** The page of this name. */
export function pageNamed(name: string): DemoPage {
  const page = pages.find((one) => one.name === name)
  if (!page) throw new Error(`The demo has no page ${name}`)
  return page
}

/** Systems, tiles and the pages behind them. */
export async function writeCatalog(writer: DemoWriter): Promise<void> {
  await writer.insert('systems', systems.map(systemRow))
  await writer.insert('single_sign_on_settings', [openIdSettings])
  await writer.insert(
    'sections',
    sections.map(({ id, name, color }) => ({
      id,
      name,
      tile_color: color,
      accepts_enhancement_requests: id % 3 === 0,
      owner_email: 'client.relations@northgate.example',
    })),
  )
  await writer.insert('pages', pages.map(pageRow))
  await writer.insert(
    'page_search_items',
    pages.flatMap(({ id, finds }) =>
      finds.map(([name, description], index) => ({ page_id: id, name, description, display_order: index + 1 })),
    ),
  )
  await writer.insert('system_software', systems.flatMap(softwareRows))
  await writer.insert('system_account_types', accountTypes)
  await writer.countOn('systems', 'sections', 'pages', 'system_account_types')
}

function systemRow({ id, name, code, facility, isSaml }: DemoSystem) {
  const host = `${code.toLowerCase()}.northgate.example`
  return {
    id,
    name,
    code,
    facility_code: facility,
    is_saml_post: isSaml ?? false,
    has_account_setup: id === 107,
    launch_url: `https://${host}/`,
    setup_url: id === 107 ? `https://${host}/accounts` : null,
    owner_email: `${code.toLowerCase()}-owner@northgate.example`,
    browser_logout_url: logoutAddressOf(code),
  }
}

/** Three applications sign their users out in the browser; all others have no way to. */
function logoutAddressOf(code: string): string | null {
  if (code === DEMO_CLIENT.code) return '/demo-application/desk/logout'
  return ['INSIGHT', 'BILLING'].includes(code) ? `/demo-application/sign-out/${code}` : null
}

/** The one application with OpenID Connect; where it is reached is known only when the demo starts. */
const openIdSettings = {
  system_id: 108,
  protocol: 'oidc' as const,
  client_id: DEMO_CLIENT.clientId,
  attributes: { name: 'display-name', email: 'email', employer: 'client' },
}

function pageRow(page: DemoPage) {
  return {
    id: page.id,
    name: page.name,
    system_id: page.systemId,
    section_id: page.sectionId,
    is_internal_only: page.isInternalOnly ?? false,
    is_assignable: page.comesWithSystem !== true,
    is_link_enabled: page.isSwitchedOff !== true,
    opens_in_new_window: page.id % 5 !== 4,
    requires_admin: page.requiresAdmin ?? false,
    is_requestable: page.isRequestable ?? false,
    location: `/demo-application/${page.id}`,
    help_location: page.id % 2 === 0 ? `/demo-application/${page.id}?help` : null,
    display_order: page.id - FIRST_PAGE + 1,
  }
}

/** Kinds of account of the one system whose accounts are set up in the portal. */
export const accountTypes = [
  { id: 1, system_id: 107, description: 'Full access', code: 'FULL' },
  { id: 2, system_id: 107, description: 'Read only', code: 'READ' },
]

const software = ['PostgreSQL', 'OpenSSL', 'nginx', 'Node.js', 'React', 'libxml2', 'Apache FOP', 'ICU']

const softwareRows = ({ id }: DemoSystem) =>
  software.filter((_, index) => (index + id) % 3 === 0).map((name) => ({ system_id: id, name }))
