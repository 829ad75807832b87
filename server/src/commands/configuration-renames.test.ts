import { describe, expect, test } from 'vitest'
import { configurationRunner } from '../../test/configuration.ts'
import { IdentityProvider } from '../../test/identity-provider.ts'
import { renameClient } from '../areas/clients/public.ts'
import { configurationKinds } from '../configuration/kinds/all-kinds.ts'
import { everything } from '../db/scope.ts'

const { commands, owner, inFolder, written, exported, plan, apply } = configurationRunner()

const clientNamed = async (name: string) =>
  Number((await owner('select id from clients where name = $1 and not is_deleted', [name]))[0]?.['id'])

/** Names that entries have, and what they were. */
const called = (name: string, was?: string) => `name: ${name}${was === undefined ? '' : `, was: ${was}`}`
const ends = new Date(Date.now() + 100 * 86_400_000).toISOString()
/** One of everything that has a name, and of what refers to it. */
const world = (now: string, was?: string) => `
clients: [{ ${called(`${now} Client`, was && `${was} Client`)}, domains: [{ domain: ren.example, signIn: password }] }]
brands: [{ client: ${now} Client, color: "#112233" }]
sessionTimeouts: [{ client: ${now} Client, minutes: 12 }]
departments: [{ ${called(`${now} Department`, was && `${was} Department`)} }]
smsCarriers: [{ ${called(`${now} Carrier`, was && `${was} Carrier`)}, domain: sms.ren.example, active: true }]
notificationTypes: [{ ${called(`${now} Type`, was && `${was} Type`)}, description: Of renames }]
classificationTypes: [{ code: REN, description: Of renames }]
classificationValues: [{ type: REN, ${called(`${now} Value`, was && `${was} Value`)}, shortName: RV }]
systems: [{ ${called(`${now} System`, was && `${was} System`)} }]
sections: [{ ${called(`${now} Section`, was && `${was} Section`)}, displayed: true }]
applications: [{ system: ${now} System, ${called(`${now} App`, was && `${was} App`)}, section: ${now} Section }]
permissionSets:
  - ${`{ ${called(`${now} Set`, was && `${was} Set`)}, client: ${now} Client, gives: [{ system: ${now} System }, { system: ${now} System, application: ${now} App }] }`}
identityProviders: [{ ${called(`${now} Login`, was && `${was} Login`)}, metadata: idp.xml, clients: [${now} Client] }]
serviceAccounts: [{ ${called(`${now} Sync`, was && `${was} Sync`)}, owner: conf.admin, scopes: [catalog:read], ends: ${ends} }]
`
const COUNT = 14

describe('an entry that states what it was called', () => {
  test('renames it, of every kind that has a name, and stays the same and managed', async () => {
    written(new IdentityProvider().metadata(), 'idp.xml')
    await apply(written(world('Old')))
    const managed = () => owner('select kind, object_id from managed_objects order by 1, 2')
    const before = await managed()
    const file = written(world('New', 'Old'))
    const renamed = configurationKinds.filter(({ isRenamed }) => isRenamed)
    const output = await apply(file, '--prune')
    for (const { noun } of renamed) expect(output).toMatch(new RegExp(`~ ${noun} ".*New .*\\n {4}name: "Old `))
    expect(output).toContain(
      `0 to add, ${renamed.length} to change, 0 to remove; ${COUNT - renamed.length} as the files`,
    )
    expect(await plan(file, '--prune')).toBe(`No difference: ${COUNT} as the files state.\n`)
    expect(await managed()).toEqual(before)
    expect(
      await owner(
        `select before, after, client_id = $1 as "isOfClient" from audit_events
                    where event = 'client_changed' and "before" ? 'name'`,
        [await clientNamed('New Client')],
      ),
    ).toEqual([{ before: { name: 'Old Client' }, after: { name: 'New Client' }, isOfClient: true }])
    const [versions] = await owner(`select max(version) as version from permission_set_versions`)
    expect(versions).toEqual({ version: 2 })
    expect(await plan(await exported())).toContain('No difference: ')
  })

  test('changes its other fields with its name, and adds it where there never was one', async () => {
    await apply(written('clients: [{ name: Both Old, code: BOTH }]\n'))
    const id = await clientNamed('Both Old')
    const file = written(
      'clients: [{ name: Both New, was: "both  old", code: BOTH, domains: [{ domain: both.example, signIn: password }] }, { name: Fresh, was: Never }]\n',
    )
    const output = await apply(file)
    expect(output).toMatch(/~ client "Both New".*\n {4}name: "Both Old" -> "Both New"\n {4}domains:\n/)
    expect(output).toContain('+ client "Fresh"')
    expect(await clientNamed('Both New')).toBe(id)
    expect(await plan(file)).toBe('No difference: 2 as the files state.\n')
  })

  test('changes letters and spaces of a name, which alone are no difference', async () => {
    await apply(written('departments: [{ name: Letters }]\n'))
    expect(await plan(written('departments: [{ name: LETTERS }]\n'))).toMatch(/^No difference/)
    await apply(written('departments: [{ name: LETTERS, was: letters }]\n'))
    expect(await owner(`select name::text from departments where name = 'LETTERS'`)).toEqual([{ name: 'LETTERS' }])
  })

  test('is refused where both names are there, or files name the former one otherwise', async () => {
    await apply(written('clients: [{ name: One }, { name: Two }]\n'))
    await expect(plan(written('clients: [{ name: One, was: Two }]\n'))).rejects.toThrow(
      'portal.yaml:1:29: client "One": there is a client "Two" beside it.',
    )
    for (const other of ['{ name: two }', '{ name: Two, remove: true }', '{ name: Four, was: two }'])
      await expect(plan(written(`clients:\n  - { name: Three, was: Two }\n  - ${other}\n`))).rejects.toThrow(
        /portal\.yaml:[23]:\d+: The client "(?:Two|two)" stands at \S+portal\.yaml:[23]:5 as well\./,
      )
    await expect(plan(written(`clients: [{ name: ${'x'.repeat(101)}, was: Two }]\n`))).rejects.toThrow(
      'portal.yaml:1:19: client "xxx',
    )
    await expect(plan(written('clients: [{ name: Three, was: 3 }]\n'))).rejects.toThrow(
      'portal.yaml:1:31: "was" must be a text: put it in quotes.',
    )
    await expect(plan(written('facilities: [{ code: A, was: B }]\n'))).rejects.toThrow('"was" is no field of')
    await expect(plan(written('clients: [{ name: Three, was: Two, managed: false }]\n'))).rejects.toThrow(
      'has no other fields than name.',
    )
    await apply(written('departments: [{ name: Theirs }]\n'), '--set', 'theirs')
    await expect(plan(written('departments: [{ name: Ours, was: Theirs }]\n'))).rejects.toThrow(
      'the file set "theirs" manages it.',
    )
  })

  test('is refused by a plan once it has another name, or another client has the new one', async () => {
    await apply(written('clients: [{ name: Early }]\n'))
    const out = inFolder('plan.json')
    await plan(written('clients: [{ name: Late, was: Early }]\n'), '--out', out)
    await owner(`update clients set name = 'Late' where name = 'Early'`)
    await expect(apply(out)).rejects.toThrow('Changed since the plan: client "Late".')
    const id = await clientNamed('Late')
    const rename = (read: string, stated: string) =>
      commands.portal.database.jobs.transact(everything, (tx) =>
        renameClient(tx, { caller: null, request: null } as never, id, { read, stated }),
      )
    expect(await rename('Early', 'Later')).toBe(false)
    expect(await rename('Late', 'one')).toBe(false)
    expect(await clientNamed('Late')).toBe(id)
  })
})
