import type { ManagedKind } from '@portico/contract/managed-objects/managed-objects.ts'
import { addSsoMapping, deleteSsoMapping } from '@portico/contract/sso-mappings/sso-mappings.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../test/browser.ts'
import { configurationRunner } from '../../test/configuration.ts'
import { openSession } from '../../test/guards/people.ts'
import { applyCommand } from './apply.ts'

const { commands, admin, owner, inFolder, written, plan, apply } = configurationRunner({
  columns: { last_name: 'Byron' },
})
let browser: Browser
beforeAll(async () => {
  browser = await openSession(commands.portal, admin())
})

/** The answer to a caller about objects of a kind. */
const managed = async (kind: ManagedKind, ids: readonly (number | string)[], by = browser) =>
  by.request(
    'GET',
    `/ccservices/secure/admin/rest/configuration/admin-users/${by.userId}/managed-objects/${kind}?ids=${encodeURIComponent(ids.join(','))}`,
  )
const idOf = async (table: string, name: string) =>
  Number((await owner(`select id from ${table} where name = $1`, [name]))[0]?.['id'])
const count = async (table: string, name: string) =>
  (await owner(`select from ${table} one where name = $1 and to_jsonb(one) ->> 'deleted_at' is null`, [name])).length

describe('what files state', () => {
  test('is managed by them from the first apply on, also what was there as they state', async () => {
    await owner(`insert into departments (name) values ('Mark Here')`)
    const file = written('departments: [{ name: Mark Here }, { name: Mark New }]\n')
    expect(await plan(file)).toContain('Managed by files from the next apply on: 2.\n')
    const here = await idOf('departments', 'Mark Here')
    expect((await managed('departments', [here])).data).toEqual([])

    expect(await apply(file)).toContain('Applied.')
    const added = await idOf('departments', 'Mark New')
    const { data: marks } = await managed('departments', [here, added, 987_654])
    expect(marks).toEqual(
      [here, added].map((id) => ({
        objectId: String(id),
        appliedDt: expect.stringMatching(/^20/),
        appliedByNm: 'Ada Byron',
        fileSetNm: 'default',
      })),
    )
    expect(await plan(file)).toBe('No difference: 2 as the files state.\n')

    await owner(`update managed_objects set applied_at = '2020-01-01'`)
    expect(await apply(file)).toBe('No difference: 2 as the files state.\n')
    expect(await owner(`select from managed_objects where applied_at < '2021-01-01'`)).toEqual([])
    expect(
      await owner(`select "after" from audit_events where event = 'configuration_applied' order by id limit 1`),
    ).toEqual([
      { after: { fileSet: 'default', files: [file], added: 1, changed: 0, removed: 0, managed: 2, released: 0 } },
    ])
  })

  test('is recorded for every kind by the id that its screen knows', async () => {
    await apply(
      written(`
clients: [{ name: Mark Client }]
brands: [{ client: Mark Client, color: "#112233" }, { client: null }]
systems: [{ name: Mark Desk }]
singleSignOn: [{ system: Mark Desk, protocol: oidc, publicClient: true, redirectAddresses: ["https://a.test/"] }]
directoryAttributes: [{ client: Mark Client, costCenter: null }]
texts:
  - { key: representatives_none_hint, language: de, client: Mark Client, text: Hallo. }
  - { key: representatives_none_hint, language: en, text: Hello. }
`),
    )
    const client = await idOf('clients', 'Mark Client')
    const system = await idOf('systems', 'Mark Desk')
    const ofKind = async (kind: ManagedKind, ...ids: (number | string)[]) =>
      ((await managed(kind, ids)).data as { objectId: string }[]).map(({ objectId }) => objectId)
    expect(await ofKind('clients', client)).toEqual([String(client)])
    expect(await ofKind('brands', client, 0)).toEqual(['0', String(client)])
    expect(await ofKind('singleSignOn', system)).toEqual([String(system)])
    expect(await ofKind('directoryAttributes', client)).toEqual([String(client)])
    const wordings = [`representatives_none_hint/de/${client}`, 'representatives_none_hint/en']
    expect(await ofKind('texts', ...wordings)).toEqual(wordings)
  })

  test('is shown to those who may list it: administrators of a client see what is of their client', async () => {
    const { make } = commands.portal
    await make.client({ name: 'Mark Own' })
    const own = await idOf('clients', 'Mark Own')
    const user = await make.user({ client_id: own })
    await make.adminPages(user, ['Client Settings'])
    const delegated = await openSession(commands.portal, user)
    await apply(
      written(`
clients: [{ name: Mark Own }, { name: Mark Other }]
departments: [{ name: Mark Here }]
`),
    )
    const other = await idOf('clients', 'Mark Other')
    expect((await managed('clients', [own, other], delegated)).data).toMatchObject([
      { objectId: String(own), appliedByNm: null },
    ])
    for (const kind of ['departments', 'permissionSets', 'directoryGroups'] as const)
      expect((await managed(kind, [own], delegated)).code).toBe('403')
  })
})

describe('an entry with "managed: false"', () => {
  test('stays as it is, managed by files no longer, and is not pruned', async () => {
    await apply(written('sections: [{ name: Mark Kept }, { name: Mark Gone }]\n'), '--set', 'release')
    const file = written('sections: [{ name: Mark Kept, managed: false }]\n')
    const output = await plan(file, '--set', 'release', '--prune')
    expect(output).toContain(`= section "Mark Kept"  (${file}:1:12)\n    stays as it is, managed by files no longer\n`)
    expect(output).toContain('- section "Mark Gone"')
    expect(output).toContain('0 to add, 0 to change, 1 to remove, 1 to give back; 0 as the files state.')
    await apply(file, '--set', 'release', '--prune')
    expect([await count('sections', 'Mark Kept'), await count('sections', 'Mark Gone')]).toEqual([1, 0])
    expect((await managed('sections', [await idOf('sections', 'Mark Kept')])).data).toEqual([])
    expect(await plan(file, '--set', 'release')).toBe('No difference: 1 as the files state.\n')
  })

  test('has no fields but those of its name, and no other value', async () => {
    await expect(plan(written('sections:\n  - { name: a, displayed: true, managed: false }\n'))).rejects.toThrow(
      'portal.yaml:2:33: An entry with "managed" has no other fields than name.',
    )
    await expect(plan(written('sections:\n  - { name: a, managed: true }\n'))).rejects.toThrow(
      'portal.yaml:2:16: "managed" is false, or it is left out.',
    )
    await expect(plan(written('sections:\n  - { name: a, remove: true, managed: false }\n'))).rejects.toThrow(
      'portal.yaml:2:16: An entry with "remove" has no other fields than name.',
    )
  })
})

describe('--prune', () => {
  test('removes what the files of the set managed and state no more, and says which permissions end', async () => {
    const whole = `
sections: [{ name: Prune Tiles }]
systems: [{ name: Prune Desk }]
applications: [{ system: Prune Desk, name: Prune Tickets, section: Prune Tiles, address: "https://a.test/" }]
`
    await apply(written(whole), '--set', 'pruned')
    await owner(`insert into sections (name) values ('Prune By Hand')`)
    const holder = await commands.portal.make.user()
    await owner('insert into user_system_grants (user_id, system_id) values ($1, $2)', [
      holder.id,
      await idOf('systems', 'Prune Desk'),
    ])
    const less = written('sections: [{ name: prune tiles }]\n')
    expect(await plan(less, '--set', 'pruned')).toBe('No difference: 1 as the files state.\n')

    const out = inFolder('plan.json')
    const output = await plan(less, '--set', 'pruned', '--prune', '--out', out)
    expect(output).toContain(`- system "Prune Desk"  (${less})\n    ends 1 permission\n`)
    expect(output).toContain('0 to add, 0 to change, 2 to remove')
    await expect(applyCommand([out, '--prune'])).rejects.toThrow('A plan says itself which set its files are of')
    await apply(out)
    const names = await owner(
      `select name::text from sections where name like 'Prune%' and deleted_at is null union all
       select name::text from systems where name like 'Prune%' and deleted_at is null order by 1`,
    )
    expect(names.map(({ name }) => name)).toEqual(['Prune By Hand', 'Prune Tiles'])
  })

  test('removes what others named after they name it no more, or are removed', async () => {
    const whole = `
facilities: [{ code: PRUNE, name: Prune Facility, hierarchy: false }]
classificationTypes: [{ code: PRUNED, description: Pruned }]
systems: [{ name: Prune Crane, facility: PRUNE }]
classificationValues: [{ type: PRUNED, name: Prune Value, shortName: Value }]
`
    await apply(written(whole), '--set', 'named')
    const less = written('systems: [{ name: Prune Crane, facility: null }]\n')
    expect(await apply(less, '--set', 'named', '--prune')).toContain('0 to add, 1 to change, 3 to remove')
    expect(await count('facilities', 'Prune Facility')).toBe(0)
  })

  test('follows what was renamed on a screen, and forgets what is gone', async () => {
    await apply(written('departments: [{ name: Prune A }, { name: Prune B }]\n'), '--set', 'renamed')
    await owner(`update departments set name = 'Prune Renamed' where name = 'Prune A'`)
    await owner(`delete from departments where name = 'Prune B'`)
    await owner(`insert into departments (name) values ('Prune B')`)
    const file = written('departments: [{ name: Prune C }]\n')
    const output = await apply(file, '--set', 'renamed', '--prune')
    expect(output).toContain('- department "Prune Renamed"')
    expect(output).not.toContain('- department "Prune B"')
    expect(await count('departments', 'Prune B')).toBe(1)
    expect(await owner(`select from managed_objects where file_set = 'renamed'`)).toHaveLength(1)
  })

  test('is refused where the removal is refused, and nothing is applied', async () => {
    await apply(written('clients: [{ name: Prune Client }]\nsections: [{ name: Prune First }]\n'), '--set', 'refused')
    const file = written('sections: [{ name: Prune Second }]\n')
    await expect(apply(file, '--set', 'refused', '--prune')).rejects.toThrow(
      `${file}: client "Prune Client": A client cannot be removed by files. With “managed: false” it is managed by files no longer.`,
    )
    expect([await count('sections', 'Prune First'), await count('sections', 'Prune Second')]).toEqual([1, 0])
  })

  test('makes a brand and directory attributes the default ones again', async () => {
    await apply(
      written(`
clients: [{ name: Prune Brand }]
brands: [{ client: Prune Brand, color: "#445566" }]
directoryAttributes: [{ client: Prune Brand, costCenter: nickName }]
`),
      '--set',
      'defaults',
    )
    const file = written('clients: [{ name: Prune Brand }]\n')
    const output = await apply(file, '--set', 'defaults', '--prune')
    expect(output).toContain('- brand "Prune Brand"')
    expect(output).toContain('- set of directory attributes "Prune Brand"')
    expect(await plan(written('brands: [{ client: Prune Brand, remove: true }]\n'), '--set', 'defaults')).toBe(
      'No difference: 1 as the files state.\n',
    )
    const again = written('clients: [{ name: Prune Brand }]\n')
    expect(await plan(again, '--set', 'defaults', '--prune')).toBe('No difference: 1 as the files state.\n')
    await expect(plan(written('brands: [{ client: null, remove: true }]\n'))).rejects.toThrow(
      'brand "portal": the brand of the portal is changed, not removed.',
    )
  })
})

describe('what is made anew under the name that it had', () => {
  test('is managed where a file states it: the files make it', async () => {
    const file = written('texts: [{ key: representatives_none_hint, language: en, text: Anew. }]\n')
    await apply(file)
    await owner(`delete from resource_texts where key = 'representatives_none_hint' and client_id is null`)
    expect(await apply(file)).toContain('+ text "representatives_none_hint / en"')
    expect((await managed('texts', ['representatives_none_hint/en'])).data).toHaveLength(1)
  })

  test('is not taken for what files managed, and is not pruned', async () => {
    const client = await commands.portal.make.client({ name: 'Anew Client' })
    await apply(
      written(`
ssoMappings: [{ client: Anew Client }]
internalDomains: [{ domain: anew.example }]
facilities: [{ code: ANEW, name: Anew, hierarchy: false }]
entitlementReports: [{ client: Anew Client, enabled: true }]
texts:
  - { key: representatives_none_hint, language: de, text: Anew. }
  - { key: representatives_none_hint, language: de, client: Anew Client, text: Anew. }
`),
      '--set',
      'anew',
    )
    const marks = `select kind from managed_objects where file_set = 'anew'`
    expect(await owner(marks)).toHaveLength(6)
    const params = { uid: browser.userId, employerId: client }
    await browser.send(deleteSsoMapping, { params })
    for (const rows of [
      `resource_texts where content = 'Anew.'`,
      `internal_domains where domain = 'anew.example'`,
      `facilities where code = 'ANEW'`,
      `entitlement_report_settings where client_id = ${client}`,
    ])
      await owner(`delete from ${rows}`)
    expect(await owner(marks)).toEqual([])
    await browser.send(addSsoMapping, { params })
    const file = written('departments: [{ name: Anew }]\n')
    expect(await apply(file, '--set', 'anew', '--prune')).toContain('1 to add, 0 to change, 0 to remove')
    expect(await owner('select from sso_employers where client_id = $1', [client])).toHaveLength(1)
  })
})

describe('another set of files', () => {
  test('is refused what a set manages, until that gives it back', async () => {
    await apply(written('sections: [{ name: Shared }]\n'), '--set', 'first')
    const file = written('sections: [{ name: Shared, displayed: false }]\n')
    const refusal = 'section "Shared": the file set "first" manages it. Give it back there with "managed: false".'
    await expect(plan(file, '--set', 'second')).rejects.toThrow(refusal)
    for (const act of ['remove: true', 'managed: false'])
      await expect(plan(written(`sections: [{ name: Shared, ${act} }]\n`), '--set', 'second')).rejects.toThrow(refusal)
    await apply(written('sections: [{ name: Shared, managed: false }]\n'), '--set', 'first')
    await apply(written('sections: [{ name: Shared, displayed: false }]\n'), '--set', 'second')
    expect((await managed('sections', [await idOf('sections', 'Shared')])).data).toMatchObject([
      { fileSetNm: 'second' },
    ])
  })

  test('has a name', async () => {
    await expect(plan(written('sections: []\n'), '--set', ' ')).rejects.toThrow(
      '--set is a name of at most 100 characters.',
    )
  })
})
