import { beforeAll, describe, expect, test } from 'vitest'
import { configurationRunner } from '../../test/configuration.ts'
import { openSession } from '../../test/guards/people.ts'
import { permissionSets } from '../../test/permission-sets.ts'
import { groupOf, newDirectory, personOf } from '../../test/scim.ts'

const { commands, admin, owner, inFolder, written, plan, apply } = configurationRunner()
beforeAll(async () => {
  const { make } = commands.portal
  for (const name of ['Gone Desk', 'Gone Mail']) await make.system({ name })
})

/** What `plan` says of the removal, from its line up to the next entry. */
const removalIn = (output: string, title: string) =>
  output.split(/\n(?=[-+~=] |\d+ to )/).find((part) => part.startsWith(`- ${title}`)) ?? output

describe('a removal', () => {
  test('shows what goes, also what an administrator added to it since', async () => {
    const directory = await newDirectory(commands.portal)
    const [named] = await owner('select name::text from clients where id = $1', [directory.clientId])
    const client = JSON.stringify(named?.['name'])
    await directory.call('POST', '/Groups', groupOf('Gone group'))
    const file = written(`
permissionSets: [{ name: Gone by hand, description: "", gives: [{ system: Gone Mail }] }]
directoryGroups: [{ client: ${client}, group: Gone group, gives: [{ system: Gone Desk }] }]
`)
    await apply(file, '--set', 'gone')
    await owner(
      `insert into scim_group_sets (client_id, group_id, set_id, granted_by)
       select client_id, id, (select id from permission_sets where name = 'Gone by hand'), $1 from scim_groups`,
      [admin().id],
    )
    const output = await plan(written('directoryGroups: []\n'), '--set', 'gone', '--prune')
    expect(removalIn(output, 'directory group')).toContain(
      '\n    gives: [{"system":"Gone Desk"}]\n    sets: [{"name":"Gone by hand"}]',
    )
    expect(removalIn(output, 'permission set')).toMatch(
      /^- permission set .*\n {4}gives: \[\{"system":"Gone Mail"\}\]$/,
    )
    await apply(written(`directoryGroups: [{ client: ${client}, group: Gone group, remove: true }]\n`), '--set', 'gone')
  })

  test('says how much access of users ends with a permission set, and is refused once there is more', async () => {
    const { make } = commands.portal
    await apply(
      written('permissionSets: [{ name: Gone set, gives: [{ system: Gone Desk }, { system: Gone Mail }] }]\n'),
    )
    const [set] = await owner(`select id from permission_sets where name = 'Gone set'`)
    const [one, two] = [await make.user(), await make.user()]
    const sets = permissionSets(await openSession(commands.portal, admin()))
    await sets.give(Number(set?.['id']), one)
    const out = inFolder('plan.json')
    const output = await plan(written('permissionSets: [{ name: Gone set, remove: true }]\n'), '--out', out)
    expect(removalIn(output, 'permission set "Gone set"')).toContain('\n    ends 2 permissions')
    await sets.give(Number(set?.['id']), two)
    await expect(apply(out)).rejects.toThrow('Changed since the plan: permission set "Gone set".')
    await plan(written('permissionSets: [{ name: Gone set, remove: true }]\n'), '--out', out)
    expect(commands.output).toContain('ends 4 permissions')
    expect(await apply(out)).toContain('Applied.')
  })

  test('says how much access of members ends with what a directory group gives', async () => {
    const directory = await newDirectory(commands.portal)
    const [named] = await owner('select name::text from clients where id = $1', [directory.clientId])
    const { body: person } = await directory.call('POST', '/Users', personOf('gone.member'))
    await directory.call('POST', '/Groups', groupOf('Gone members', { members: [{ value: String(person['id']) }] }))
    const entry = (fields: string) =>
      written(`
permissionSets: [{ name: Gone in group, gives: [{ system: Gone Mail }] }]
directoryGroups: [{ client: ${JSON.stringify(named?.['name'])}, group: Gone members, ${fields} }]
`)
    await apply(entry('gives: [{ system: Gone Desk }], sets: [{ name: Gone in group }]'))
    const output = await plan(entry('remove: true'))
    expect(removalIn(output, 'directory group')).toContain('\n    ends 2 permissions')
  })
})
