import { mappedFieldNames } from '@portico/contract/scim/directory-attributes.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { configurationRunner } from '../../test/configuration.ts'
import { IdentityProvider } from '../../test/identity-provider.ts'
import { jpeg, png } from '../../test/images.ts'
import { newDirectory } from '../../test/scim.ts'
import { selfSigned } from '../../test/self-signed.ts'
import { describeChanges, readWholeState, type WholeState } from '../../test/whole-state.ts'
import { configurationKinds } from '../configuration/kinds/all-kinds.ts'

const { commands, owner, written, apply } = configurationRunner()

type Fields = Readonly<Record<string, unknown>>
interface Entry {
  /** What it is found by, and what does not change. */
  is: Fields
  /** Two values of each other field. */
  values: Readonly<Record<string, readonly [one: unknown, other: unknown]>>
}

const certificates = [selfSigned(), selfSigned()].map(({ certificate }) => certificate)
const provider = new IdentityProvider()
const client = 'Back Client'
/** Stands for the address of the portal. */
const PORTAL = 'https://portal.back.test'
const ends = new Date(Date.now() + 100 * 86_400_000).toISOString()
const pier = (name: string) => ({ facility: 'EDH', path: name })

/** Fields without a second value, and why. */
const withoutValue: Readonly<Record<string, string>> = {
  'clients.code': 'It is set when the client is added.',
  'serviceAccounts.owner': 'It is set when the account is added.',
  'singleSignOn.protocol': 'There is an entry of each.',
  'serviceAccounts.ends': 'It is set when the account is added.',
  'jobs.parameters': 'The job takes none.',
}

/** What changing leaves besides events, offers to take it back, jobs, and raised versions. */
const left: Readonly<Record<string, string>> = {
  '+ branding_versions(other) custom (2 rows)': 'the history of a brand',
  '+ permission_set_versions(other) (2 rows)': 'the history of a set',
  '+ scim_mappings(other) (2 rows)': 'the history of the attributes of a directory',
  'saml_providers(other) previous_certificate null → text, previous_certificate_expires_at null → later':
    'a former certificate holds for a while',
  'scim_groups(other) access_version 2 → 4': 'its version',
  'service_accounts(other) changed_by null → other': 'who has changed it',
}

const isOfChanging = (line: string) =>
  /^\+ (?:audit_events|jobs\.job|undo_offers)\b|^managed_objects\b| touched(?: \(\d+ rows\))?$/.test(line)

/** Rows of the same values under other keys are none. */
const isReplaced = (line: string, lines: readonly string[]) =>
  lines.includes((line.startsWith('+') ? '-' : '+') + line.slice(1))

/** Entries of each kind; one without values has nothing but what it is found by. */
const entries: Readonly<Record<string, readonly Entry[]>> = {
  clients: [
    {
      is: { name: 'Back There' },
      values: {
        domains: [
          [{ domain: 'one.back.test', signIn: 'password' }],
          [{ domain: 'two.back.test', signIn: 'directory' }],
        ],
      },
    },
  ],
  brands: [
    {
      is: { client },
      values: {
        color: ['#112233', '#445566'],
        buttonColor: ['#223344', '#556677'],
        logo: ['one.png', 'two.png'],
        darkLogo: ['two.png', 'one.png'],
        homeBackground: ['one.jpg', 'two.jpg'],
        signInBackground: ['two.jpg', 'one.jpg'],
      },
    },
  ],
  facilities: [{ is: { code: 'BCK' }, values: { name: ['Back One', 'Back Two'], hierarchy: [true, false] } }],
  departments: [{ is: { name: 'Back' }, values: {} }],
  smsCarriers: [
    { is: { name: 'Back Tel' }, values: { domain: ['one.tel.test', 'two.tel.test'], active: [true, false] } },
  ],
  internalDomains: [{ is: { domain: 'back.internal.test' }, values: {} }],
  securityQuestions: [{ is: { question: 'Where to and back?' }, values: { position: [1, 2] } }],
  notificationTypes: [{ is: { name: 'Back' }, values: { description: ['One', 'Two'], position: [1, 2] } }],
  passwordRules: [
    {
      is: { text: 'Back and forth' },
      values: { type: ['DIGITS', 'SPECIAL'], value: [1, 2], position: [3, 2] },
    },
  ],
  classificationTypes: [{ is: { code: 'BACK' }, values: { description: ['One', 'Two'] } }],
  classificationValues: [
    { is: { type: 'BACK', name: 'Back Value' }, values: { shortName: ['One', 'Two'], position: [1, 2] } },
    // So that there is a second position.
    { is: { type: 'BACK', name: 'Back Other', shortName: 'O' }, values: {} },
  ],
  systems: [
    {
      is: { name: 'Back System' },
      values: {
        facility: ['EDH', 'KCW'],
        signOutAddress: [`${PORTAL}/one`, `${PORTAL}/two`],
        software: [['Back Library'], ['Back Framework', 'Back Library']],
      },
    },
  ],
  sections: [{ is: { name: 'Back Section' }, values: { displayed: [true, false] } }],
  applications: [
    {
      is: { system: 'Back Desk', name: 'Back Application' },
      values: {
        section: ['Back One', 'Back Two'],
        displayed: [true, false],
        assignable: [true, false],
        linkEnabled: [false, true],
        newWindow: [true, false],
        administratorsOnly: [false, true],
        external: [true, false],
        internalUsersOnly: [false, true],
        requestable: [true, false],
        address: ['https://one.back.test/', 'https://two.back.test/'],
        helpAddress: ['https://one.help.test/', 'https://two.help.test/'],
        searchItems: [[{ name: 'One', description: 'First' }], [{ name: 'Two', description: 'Second' }]],
      },
    },
  ],
  accountTypes: [{ is: { system: 'Back Desk', code: 'BACK' }, values: { name: ['One', 'Two'] } }],
  entitlementReports: [{ is: { client }, values: { code: ['ONE', 'TWO'], enabled: [true, false] } }],
  sessionTimeouts: [{ is: { client }, values: { minutes: [20, 25] } }],
  permissionSets: [
    {
      is: { name: 'Back Set', client },
      values: {
        description: ['One', 'Two'],
        requestable: [true, false],
        gives: [[{ system: 'Back Desk' }], [{ system: 'Back Mail' }]],
        customers: [[pier('Back Pier')], [pier('Back Wharf')]],
      },
    },
  ],
  identityProviders: [
    {
      is: { name: 'Back Login' },
      values: {
        metadata: ['one.xml', 'two.xml'],
        clients: [['Back Client'], ['Back Other']],
        signOutAddress: ['https://one.back.test/', 'https://two.back.test/'],
        emailAttribute: ['mail-one', 'mail-two'],
        firstNameAttribute: ['first-one', 'first-two'],
        lastNameAttribute: ['last-one', 'last-two'],
      },
    },
  ],
  singleSignOn: [
    {
      is: { system: 'Back Desk', protocol: 'saml' },
      values: {
        nameSource: ['user-name', 'email'],
        attributes: [[{ name: 'one', fact: 'email' }], [{ name: 'one', fact: 'client' }]],
        entityId: ['urn:one', 'urn:two'],
        assertionConsumers: [[{ address: 'https://one.back.test/acs' }], [{ address: 'https://two.back.test/acs' }]],
        audience: ['urn:to:one', 'urn:to:two'],
        nameIdFormat: ['persistent', 'emailAddress'],
        signedRequests: [true, false],
        signingCertificates: [[certificates[0]], [certificates[1]]],
        encryptionCertificate: [certificates[1], certificates[0]],
        formOrigins: [['https://one.form.test'], ['https://two.form.test']],
      },
    },
    {
      is: { system: 'Back Mail', protocol: 'oidc' },
      values: {
        publicClient: [true, false],
        redirectAddresses: [['https://one.back.test/cb'], ['https://two.back.test/cb']],
        backChannelLogoutAddress: ['https://one.back.test/out', 'https://two.back.test/out'],
      },
    },
  ],
  ssoMappings: [
    {
      is: { client },
      values: {
        applications: [
          [{ system: 'Back Desk', application: 'Back Tickets' }],
          [{ system: 'Back Desk', application: 'Back Letters' }],
        ],
        customers: [[pier('Back Pier')], [pier('Back Wharf')]],
      },
    },
  ],
  directoryGroups: [
    {
      is: { client: '', group: 'Back clerks' },
      values: {
        gives: [[{ system: 'Back Desk' }], [{ system: 'Back Mail' }]],
        sets: [[{ name: 'Back One' }], [{ name: 'Back Two' }]],
      },
    },
  ],
  serviceAccounts: [
    {
      is: { name: 'Back Sync', client, owner: 'conf.admin', ends },
      values: { scopes: [['users:read'], ['scim']], networks: [['10.1.0.0/16'], ['10.2.0.0/16', '10.3.0.0/16']] },
    },
  ],
  directoryAttributes: [
    {
      is: { client },
      values: Object.fromEntries(
        Object.values(mappedFieldNames).map((field) => [field, ['nickName', 'displayName']] as const),
      ),
    },
  ],
  texts: [{ is: { key: 'representatives_none_hint', language: 'en', client }, values: { text: ['One', 'Two'] } }],
  jobs: [
    {
      is: { job: 'grant-ends' },
      values: {
        name: ['One', 'Two'],
        schedule: ['15 4 * * *', '25 5 * * *'],
        timeZone: ['UTC', 'Europe/Berlin'],
        notify: ['one@back.test', 'two@back.test'],
        disabled: [true, false],
      },
    },
  ],
}

/** The name of a client with a directory, which has provided a group. */
let directory: string
beforeAll(async () => {
  const { make } = commands.portal
  const { clientId } = await newDirectory(commands.portal)
  await owner(`insert into scim_groups (client_id, doc) values ($1, '{"displayName": "Back clerks"}')`, [clientId])
  directory = String((await owner('select name::text from clients where id = $1', [clientId]))[0]?.['name'])
  for (const name of ['Back Client', 'Back Other']) await make.client({ name })
  const section = await make.section({ name: 'Back One' })
  await make.section({ name: 'Back Two' })
  const desk = await make.system({ name: 'Back Desk' })
  await make.system({ name: 'Back Mail' })
  for (const name of ['Back Tickets', 'Back Letters']) await make.page({ name, system_id: desk, section_id: section })
  await owner(`insert into customers (facility_code, name) values ('EDH', 'Back Pier'), ('EDH', 'Back Wharf')`)
  await owner(
    `insert into permission_sets (name, owner_id) select name, (select min(id) from users) from unnest(array['Back One', 'Back Two']) name`,
  )
})

/** The files that entries name, beside theirs. */
async function writeNamedFiles(): Promise<void> {
  written(await png({ width: 300, height: 100 }), 'one.png')
  written(await png({ width: 200, height: 80 }), 'two.png')
  written(await jpeg({ width: 640, height: 400 }), 'one.jpg')
  written(await jpeg({ width: 600, height: 380 }), 'two.jpg')
  for (const [at, name] of ['one.xml', 'two.xml'].entries())
    written(provider.metadata({ certificates: [certificates[at] ?? ''] }), name)
}

interface Change {
  kind: string
  action: string
  fields: { field: string }[]
}

const lineOf = ({ kind, action, fields }: Change): string => `${action} ${kind}: ${namesOf(fields).join(', ')}`
const namesOf = (fields: Change['fields']) => fields.map(({ field }) => field).toSorted()

/** Applies a file, and returns what it has changed: the kind of each entry and the names of its fields. */
async function applied(file: string): Promise<string[]> {
  const { differences, problems } = JSON.parse(await apply(file, '--json')) as {
    differences: Change[]
    problems: unknown
  }
  expect(problems).toEqual([])
  return differences.map(lineOf).toSorted()
}

const all = Object.entries(entries).flatMap(([kind, list]) => list.map((entry) => ({ kind, entry })))

/** A file with one side of every entry. */
async function fileOf(side: 0 | 1): Promise<string> {
  await writeNamedFiles()
  const sideOf = ({ is, values }: Entry): Fields => ({
    ...is,
    ...(is['client'] === '' && { client: directory }),
    ...Object.fromEntries(Object.entries(values).map(([field, pair]) => [field, pair[side]])),
  })
  const content = Object.fromEntries(Object.entries(entries).map(([kind, list]) => [kind, list.map(sideOf)]))
  return written(JSON.stringify(content).replaceAll(PORTAL, commands.portal.origin))
}

const differs = ([, [from, to]]: [field: string, pair: readonly [unknown, unknown]]) => from !== to

/** Each field of each entry is changed. */
const changes = all
  .map(({ kind, entry }) => ({
    kind,
    action: 'change',
    fields: Object.keys(entry.values).map((field) => ({ field })),
  }))
  .filter(({ fields }) => fields.length > 0)
  .map(lineOf)
  .toSorted()

describe('entries of every kind', () => {
  let before: WholeState
  test('are added by a file', async () => {
    expect(await applied(await fileOf(0))).toHaveLength(all.length)
    before = await readWholeState(commands.portal)
  })

  test('are changed by another file in each field', async () => {
    expect(await applied(await fileOf(1))).toEqual(changes)
  })

  test('are changed back by the first file in each field', async () => {
    expect(await applied(await fileOf(0))).toEqual(changes)
  })

  test('are as they were then, with everything beside them', async () => {
    const after = await readWholeState(commands.portal)
    const lines = await describeChanges(commands.portal, { before, after, names: {} })
    const others = lines.filter((line) => !isOfChanging(line) && !isReplaced(line, lines))
    expect(others).toEqual(Object.keys(left))
  })

  test('have two values of each field', () => {
    const known = all.flatMap(({ kind, entry }) => Object.keys(entry.values).map((field) => `${kind}.${field}`))
    const missing = configurationKinds
      .flatMap(({ name, key, shape }) =>
        Object.keys(shape.shape)
          .filter((field) => !key.includes(field))
          .map((field) => `${name}.${field}`),
      )
      .filter((field) => !known.includes(field))
    expect(missing.toSorted()).toEqual(Object.keys(withoutValue).toSorted())
    expect(all.filter(({ entry }) => !Object.entries(entry.values).every(differs))).toEqual([])
  })
})
