import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { configurationRunner } from '../../test/configuration.ts'
import { IdentityProvider } from '../../test/identity-provider.ts'
import { newDirectory } from '../../test/scim.ts'
import { selfSigned } from '../../test/self-signed.ts'

const { commands, owner, written, exported, plan, apply } = configurationRunner()
beforeAll(async () => {
  const { make } = commands.portal
  await make.client({ name: 'Northgate' })
  await make.client({ name: 'Southgate' })
  await make.system({ name: 'Conf Desk' })
  await make.system({ name: 'Conf Mail' })
})
/** Exports and plans that again. */
const planOfExport = async () => plan(await exported())
const NOTHING = /^No difference: \d+ as the files state\.\n/
const ONE = 'No difference: 1 as the files state.\n'

describe('files of configuration', () => {
  test('connect an identity provider by its metadata, and renew its certificate', async () => {
    const provider = new IdentityProvider()
    written(provider.metadata(), 'idp.xml')
    const file = written(`
identityProviders:
  - name: Conf Login
    metadata: idp.xml
    clients: [Northgate, Southgate]
    emailAttribute: mail
`)
    expect(await apply(file)).toContain('Applied.')
    expect(await plan(file)).toBe(ONE)
    expect(await owner('select name, email_attribute from saml_providers')).toEqual([
      { name: 'Conf Login', email_attribute: 'mail' },
    ])
    expect(await planOfExport()).toMatch(NOTHING)

    const other = written('identityProviders:\n  - { name: conf login, clients: [Northgate], emailAttribute: null }\n')
    expect(await apply(other)).toContain('    emailAttribute: "mail" -> null')
    expect(await plan(other)).toBe(ONE)
    written('<none/>', 'idp.xml')
    await expect(plan(written('identityProviders:\n  - { name: Conf Login, metadata: idp.xml }\n'))).rejects.toThrow(
      'portal.yaml:2:35: identity provider "Conf Login": metadata: ',
    )
    await expect(plan(written('identityProviders:\n  - { name: Conf Other }\n'))).rejects.toThrow(
      'identity provider "Conf Other": metadata: ',
    )
    await expect(plan(written('identityProviders:\n  - { name: Conf Login, clients: [Nowhere] }\n'))).rejects.toThrow(
      'there is no client "Nowhere".',
    )
    await apply(written('identityProviders:\n  - { name: Conf Login, remove: true }\n'))
    expect(await owner('select from saml_providers')).toHaveLength(0)
  })

  test('go back to the former certificate of a provider', async () => {
    const provider = new IdentityProvider()
    const file = written('identityProviders:\n  - { name: Conf Back, metadata: idp.xml }\n')
    const former = provider.keys.certificate
    const next = selfSigned(new Date(Date.now() - 3_600_000)).certificate
    const newest = () => owner('select certificate from saml_providers')
    for (const certificates of [[former], [former, next]]) {
      written(provider.metadata({ certificates }), 'idp.xml')
      await apply(file)
    }
    expect(await newest()).toEqual([{ certificate: next }])
    written(provider.metadata({ certificates: [former] }), 'idp.xml')
    expect(await apply(file)).toContain('~ identity provider "Conf Back"')
    expect(await newest()).toEqual([{ certificate: former }])
    expect(await plan(file)).toBe(ONE)
    await apply(written('identityProviders:\n  - { name: Conf Back, remove: true }\n'))
  })

  test('take further certificates of a provider and the format of its names, and export both', async () => {
    const provider = new IdentityProvider()
    written(provider.metadata(), 'idp.xml')
    const stated = () => written('identityProviders:\n  - { name: Conf Next, metadata: idp.xml }\n')
    const file = stated()
    await apply(file)
    const next = selfSigned(new Date(Date.now() - 3_600_000)).certificate
    written(provider.metadata({ certificates: [provider.keys.certificate, next] }), 'idp.xml')
    expect(await apply(file)).toContain('~ identity provider "Conf Next"')
    const kept = 'select certificate, previous_certificate, name_id_format from saml_providers'
    const both = {
      certificate: next,
      previous_certificate: provider.keys.certificate,
      name_id_format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    }
    expect(await owner(kept)).toEqual([both])
    expect(await plan(file)).toBe(ONE)
    const to = await exported()
    await apply(written('identityProviders:\n  - { name: Conf Next, remove: true }\n'))
    expect(await apply(`${to}/identityProviders.yaml`)).toContain('+ identity provider "Conf Next"')
    expect(await owner(kept)).toEqual([both])

    stated()
    written(provider.metadata({ certificates: [next] }).replace('persistent', 'unspecified'), 'idp.xml')
    await apply(file)
    expect(await owner(kept)).toMatchObject([{ certificate: next, name_id_format: null }])
    written(provider.metadata({ certificates: [next] }).replace(/<NameIDFormat>.*<.NameIDFormat>/, ''), 'idp.xml')
    expect(await plan(file)).toBe(ONE)
    await apply(written('identityProviders:\n  - { name: Conf Next, remove: true }\n'))
  })

  test('set the single sign-on of systems, without secrets', async () => {
    const certificate = selfSigned().certificate.trim().replaceAll('\n', '\n        ')
    const file = written(`
singleSignOn:
  - system: Conf Desk
    protocol: saml
    entityId: urn:conf:desk
    assertionConsumers:
      - address: https://desk.example.test/acs
    attributes:
      - { name: mail, fact: email }
    signingCertificates:
      - |
        ${certificate}
    signedRequests: true
  - system: Conf Mail
    protocol: oidc
    redirectAddresses: [https://mail.example.test/callback]
    publicClient: true
`)
    const added = await apply(file)
    for (const name of ['Desk', 'Mail']) expect(added).toContain(`+ single sign-on "Conf ${name}"`)
    expect(await plan(file)).toBe('No difference: 2 as the files state.\n')
    const to = await exported()
    expect(commands.output).not.toContain('Left out: single sign-on')
    expect(await plan(to)).toMatch(NOTHING)
    // A system without settings has none to state.
    const stated = readFileSync(path.join(to, 'singleSignOn.yaml'), 'utf8').matchAll(/system: (.*)/g)
    const holding = await owner(
      `select system.name::text from single_sign_on_settings settings join systems system on system.id = settings.system_id`,
    )
    expect(new Set([...stated].map(([, name]) => name))).toEqual(new Set(holding.map(({ name }) => name)))
    const changed = written(
      'singleSignOn:\n  - { system: Conf Desk, protocol: saml, signedRequests: false, audience: urn:a }\n',
    )
    expect(await apply(changed)).toContain('    signedRequests: true -> false')
    expect(await plan(changed)).toBe(ONE)
    const otherLetters = written(
      'singleSignOn:\n  - { system: Conf Mail, redirectAddresses: ["https://mail.example.test/Callback"] }\n',
    )
    expect(await plan(otherLetters)).toContain('      + "https://mail.example.test/Callback"\n')
    await expect(
      plan(written('singleSignOn:\n  - { system: Conf Mail, redirectAddresses: ["http://example.test/"] }\n')),
    ).rejects.toThrow('portal.yaml:2:45: single sign-on "Conf Mail": redirectAddresses: ')
    await expect(plan(written('singleSignOn:\n  - { system: Portal, entityId: a }\n'))).rejects.toThrow(
      /system|protocol/,
    )
  })

  test('keep service accounts without a token that anything knows', async () => {
    const ends = new Date(Date.now() + 100 * 86_400_000).toISOString()
    const file = written(`
serviceAccounts:
  - name: Conf sync
    client: Northgate
    owner: Conf.Admin
    scopes: [users:read]
    networks: [10.1.0.0/16]
    ends: ${ends}
`)
    await apply(file)
    expect(await plan(file)).toBe(ONE)
    expect(await owner('select from service_tokens where revoked_at is null')).toHaveLength(0)
    await apply(written('serviceAccounts:\n  - { name: Conf sync, client: Northgate, scopes: [users:read, scim] }\n'))
    expect(await planOfExport()).toMatch(NOTHING)
    await expect(
      plan(written('serviceAccounts:\n  - { name: Conf sync, client: Northgate, owner: other }\n')),
    ).rejects.toThrow('portal.yaml:2:50: service account "Conf sync / Northgate": "owner" is set when it is added')
    // A user whose name another one shows, and who holds no page that a scope needs.
    await commands.portal.make.user({ user_name: 'plain.owner', first_name: '(conf.admin), Plain' })
    const plain = `serviceAccounts:\n  - { name: B, owner: plain.owner, scopes: [scim], ends: ${ends} }\n`
    await expect(plan(written(plain))).rejects.toThrow('portal.yaml:2:23: service account "B": owner: ')
    const unknown = `serviceAccounts:\n  - { name: B, owner: nobody.here, scopes: [scim], ends: ${ends} }\n`
    await expect(plan(written(unknown))).rejects.toThrow('there is no active user "nobody.here".')
    await expect(plan(written('serviceAccounts:\n  - { name: B }\n'))).rejects.toThrow('"owner" is missing.')
    await apply(written('serviceAccounts:\n  - { name: Conf sync, client: Northgate, remove: true }\n'))
    expect(await owner('select from service_accounts where revoked_at is null')).toHaveLength(0)
  })

  test('say what a group of a directory gives', async () => {
    const directory = await newDirectory(commands.portal)
    const [client] = await owner('select name::text from clients where id = $1', [directory.clientId])
    await owner(`insert into scim_groups (client_id, doc) values ($1, '{"displayName": "Clerks"}')`, [
      directory.clientId,
    ])
    const entry = (fields: string) =>
      written(`directoryGroups:\n  - { client: ${JSON.stringify(client?.['name'])}, ${fields} }\n`)
    await apply(
      written(`
permissionSets:
  - { name: Conf clerks, gives: [{ system: Conf Mail }] }
  - { name: conf clerks, client: ${JSON.stringify(client?.['name'])}, gives: [{ system: Conf Mail }] }
`),
    )
    const sets = `sets: [{ name: CONF clerks }, { name: Conf clerks, client: ${JSON.stringify(client?.['name'])} }]`
    const file = entry(`group: clerks, gives: [{ system: Conf Desk }], ${sets}`)
    await apply(file)
    expect(await plan(file)).toBe(ONE)
    expect(await planOfExport()).toMatch(NOTHING)
    expect(await owner('select from scim_group_sets')).toHaveLength(2)
    await expect(plan(entry('group: clerks, sets: [{ name: None }]'))).rejects.toThrow(
      'there is no permission set "None".',
    )
    await apply(entry('group: clerks, remove: true'))
    expect(await owner('select from scim_group_sets union all select from scim_group_grants')).toHaveLength(0)
    expect(await plan(entry('group: clerks, remove: true'))).toBe(ONE)
    await expect(plan(entry('group: Others, gives: []'))).rejects.toThrow('has not provided this group.')
  })

  test('choose which attribute of a directory fills which field', async () => {
    const entry = (fields: string) => written(`directoryAttributes:\n  - { client: northgate, ${fields} }\n`)
    const file = entry('jobTitle: nickName, employeeId: externalId, department: null')
    expect(await apply(file)).toContain('    jobTitle: null -> "nickName"')
    expect(await plan(file)).toBe(ONE)
    expect(await owner('select paths from scim_mappings')).toEqual([
      { paths: { jobTitleDscTxt: 'nickName', employeeId: 'externalId' } },
    ])
    const stated = await exported()
    const files = readdirSync(stated, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'))
    const content = files.map((name) => readFileSync(path.join(stated, name), 'utf8')).join('')
    expect(content).toMatch(/directoryAttributes:[^]*jobTitle: nickName/)
    expect(await plan(stated)).toMatch(NOTHING)
    const usual = entry('jobTitle: title')
    await apply(usual)
    expect(await plan(usual)).toBe(ONE)
    await expect(plan(entry('email: "emails["'))).rejects.toThrow(
      'portal.yaml:2:33: set of directory attributes "northgate": email: ',
    )
    await expect(plan(written('directoryAttributes:\n  - { client: Nowhere, email: title }\n'))).rejects.toThrow(
      'there is no client "Nowhere".',
    )
  })

  test('say what accounts begin with that single sign-on makes', async () => {
    const { make } = commands.portal
    const system_id = await make.system({ name: 'Conf First' })
    const section_id = await make.section()
    for (const name of ['One', 'Two']) await make.page({ name, system_id, section_id })
    const insert = `insert into customers (facility_code, name, parent_id) values ('EDH', $1, $2) returning id`
    const [top] = await owner(insert, ['Conf North', null])
    const [other] = await owner(insert, ['Conf South', null])
    for (const above of [top, other]) await owner(insert, ['Conf Harbor', above?.['id']])
    const entry = (fields: string) => written(`ssoMappings:\n  - { client: northgate, ${fields} }\n`)
    const file = entry(
      'applications: [{ system: Conf First, application: one }], customers: [{ facility: EDH, path: conf north / Conf Harbor }]',
    )
    expect(await apply(file)).toContain('+ single sign-on mapping "northgate"')
    expect(await plan(file)).toBe(ONE)
    expect(await planOfExport()).toMatch(NOTHING)
    const next = entry(
      'applications: [{ system: Conf First, application: Two }], customers: [{ facility: EDH, path: Conf South / Conf Harbor }, { facility: EDH, path: Conf North }]',
    )
    const output = await apply(next)
    expect(output).toContain('      - {"facility":"EDH","path":"Conf North / Conf Harbor"}')
    expect(await plan(next)).toBe(ONE)
    expect(
      await owner(
        `select page.name::text from sso_employer_pages mapped join pages page on page.id = mapped.page_id
         union all
         select customer.name::text from sso_employer_customers mapped join customers customer on customer.id = mapped.customer_id
         order by 1`,
      ),
    ).toEqual([{ name: 'Conf Harbor' }, { name: 'Conf North' }, { name: 'Two' }])
    await expect(plan(entry('customers: [{ facility: EDH, path: Conf Harbor }]'))).rejects.toThrow(
      'portal.yaml:2:37: single sign-on mapping "northgate": there is no customer "Conf Harbor" in "EDH".',
    )
    await expect(plan(written('ssoMappings: [{ client: Nowhere }]\n'))).rejects.toThrow('there is no client "Nowhere".')
    await apply(entry('remove: true'))
    expect(await owner('select from sso_employers')).toHaveLength(0)
  })
})
