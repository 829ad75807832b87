import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { configurationRunner } from '../../test/configuration.ts'
import { jpeg, png } from '../../test/images.ts'

const { commands, owner, inFolder, written, exported, plan, apply } = configurationRunner()
beforeAll(async () => {
  const { make } = commands.portal
  await make.client({ name: 'Northgate' })
})
/** Exports and plans that again. */
const planOfExport = async () => plan(await exported())
const NOTHING = /^No difference: \d+ as the files state\.\n/

describe('files of configuration', () => {
  test('brand a client with images by their paths, and find the same images again', async () => {
    written(await png({ width: 300, height: 100 }), 'images/logo.png')
    written(await jpeg({ width: 640, height: 400 }), 'images/home.jpg')
    const file = written(`
brands:
  - client: northgate
    color: "#AABBCC"
    logo: images/logo.png
    homeBackground: images/home.jpg
`)
    expect(await plan(file)).toContain('    color: null -> "#aabbcc"\n    logo: null -> "images/logo.png"\n')
    expect(await apply(file)).toContain('Applied.')
    expect(await plan(file)).toBe('No difference: 1 as the files state.\n')
    expect(await planOfExport()).toMatch(NOTHING)

    written(await png({ width: 300, height: 120 }), 'images/logo.png')
    expect(await plan(file)).toContain('0 to add, 1 to change')
    written('no image', 'images/logo.png')
    await expect(plan(file)).rejects.toThrow(`${file}:5:11: brand "northgate": logo: `)
    const gone = written('brands:\n  - { client: northgate, darkLogo: none.png }\n')
    await expect(plan(gone)).rejects.toThrow('portal.yaml:2:36: brand "northgate": the file none.png cannot be read.')
    const cleared = written('brands:\n  - { client: Northgate, logo: null, homeBackground: null, color: null }\n')
    await apply(cleared)
    expect(await plan(cleared)).toBe('No difference: 1 as the files state.\n')
  })

  test('keep a plan with its images, also when the files are gone', async () => {
    written(await png({ width: 200, height: 80 }), 'dark.png')
    const file = written('brands:\n  - { client: null, darkLogo: dark.png }\n')
    const out = inFolder('plan.json')
    await plan(file, '--out', out)
    written('other', 'dark.png')
    expect(await apply(out)).toContain('~ brand "portal"')
  })

  test('keep permission sets of the installation and of clients, whose applications they bring along', async () => {
    const file = written(`
systems:
  - name: Conf Desk
sections:
  - name: Conf Tiles
applications:
  - { system: Conf Desk, name: Tickets, section: Conf Tiles, address: "https://desk.example.test/" }
permissionSets:
  - name: Clerks
    description: Answers tickets
    gives:
      - { system: Conf Desk }
      - { system: Conf Desk, application: Tickets }
  - name: Clerks
    client: Northgate
    gives:
      - { system: Conf Desk }
`)
    await apply(file)
    expect(await plan(file)).toBe('No difference: 5 as the files state.\n')
    const less = written(`
permissionSets:
  - name: clerks
    gives:
      - { system: Conf Desk }
`)
    expect(await plan(less)).toContain('~ permission set "clerks"')
    await apply(less)
    expect(await planOfExport()).toMatch(NOTHING)
    await expect(
      plan(written('permissionSets:\n  - { name: Clerks, gives: [{ system: Conf Desk, application: None }] }\n')),
    ).rejects.toThrow('portal.yaml:2:28: permission set "Clerks": there is no application "Conf Desk / None".')
    await apply(written('permissionSets:\n  - { name: Clerks, client: Northgate, remove: true }\n'))
    expect(await owner('select client_id from permission_sets where deleted_at is null')).toEqual([{ client_id: null }])
  })

  test('keep the customers of the permission sets of a client, which holders get and lose at once', async () => {
    const { make } = commands.portal
    await make.system({ name: 'Conf Harbor Desk' })
    const insert = `insert into customers (facility_code, name, parent_id) values ('EDH', $1, $2) returning id`
    const [north] = await owner(insert, ['Set North', null])
    const [south] = await owner(insert, ['Set South', null])
    for (const above of [north, south]) await owner(insert, ['Set Harbor', above?.['id']])
    for (let twin = 0; twin < 2; twin++) await owner(insert, ['Set Twin', south?.['id']])
    const entry = (fields: string, client = ', client: northgate') =>
      written(`permissionSets:\n  - { name: Porters${client}, ${fields} }\n`)
    const file = entry(
      'gives: [{ system: Conf Harbor Desk }], customers: [{ facility: edh, path: set north / Set Harbor }]',
    )
    await apply(file)
    expect(await plan(file)).toBe('No difference: 1 as the files state.\n')
    const folder = await exported()
    expect(readFileSync(path.join(folder, 'permissionSets.yaml'), 'utf8')).toContain(
      '      - facility: EDH\n        path: Set North / Set Harbor\n',
    )
    expect(await plan(folder)).toMatch(NOTHING)

    const [set] = await owner(`select id, client_id from permission_sets where name = 'Porters'`)
    const holder = await make.user({ client_id: Number(set?.['client_id']) })
    await owner('insert into permission_set_holders (set_id, user_id) values ($1, $2)', [set?.['id'], holder.id])
    const held = async () =>
      (
        await owner(
          `select above.name || ' / ' || customer.name as path
             from current_customer_grants given join customers customer on customer.id = given.customer_id
             join customers above on above.id = customer.parent_id where given.user_id = $1 order by 1`,
          [holder.id],
        )
      ).map((row) => row['path'])
    const both = '{ facility: EDH, path: Set North / Set Harbor }, { facility: EDH, path: Set South / Set Harbor }'
    await apply(entry(`customers: [${both}]`))
    expect(await held()).toEqual(['Set North / Set Harbor', 'Set South / Set Harbor'])
    await apply(entry('description: Of the harbors'))
    expect(await held()).toHaveLength(2)
    const output = await apply(entry('customers: [{ facility: EDH, path: Set South / Set Harbor }]'))
    expect(output).toContain('      - {"facility":"EDH","path":"Set North / Set Harbor"}')
    expect(await held()).toEqual(['Set South / Set Harbor'])

    for (const [customers, why] of [
      ['{ facility: EDH, path: Set Harbor }', 'there is no customer "Set Harbor" in "EDH".'],
      ['{ facility: NONE, path: Set North }', 'there is no facility "NONE".'],
      ['{ facility: EDH, path: Set South / Set Twin }', 'there are several of "Set South / Set Twin" in "EDH".'],
      ['{ facility: EDH, path: Set South }, { facility: EDH, path: Set South / Set Harbor }', 'customers: '],
    ])
      await expect(plan(entry(`customers: [${customers}]`))).rejects.toThrow(
        `portal.yaml:2:52: permission set "Porters / northgate": ${why}`,
      )
    const ofAll = 'gives: [{ system: Conf Harbor Desk }], customers: [{ facility: EDH, path: Set North }]'
    await expect(plan(entry(ofAll, ''))).rejects.toThrow('portal.yaml:2:72: permission set "Porters": customers: ')
    const removal = await plan(entry('remove: true'))
    expect(removal).toContain('\n    ends 2 permissions\n')
    expect(removal).toContain('\n    customers: [{"facility":"EDH","path":"Set South / Set Harbor"}]\n')
  })

  test('word texts for everyone and for a client, and take a wording back', async () => {
    const file = written(`
texts:
  - { key: representatives_none_hint, language: en, text: Call us. }
  - { key: representatives_none_hint, language: de, client: Northgate, text: Rufen Sie uns an. }
`)
    await apply(file)
    expect(await plan(file)).toBe('No difference: 2 as the files state.\n')
    await apply(
      written('texts:\n  - { key: representatives_none_hint, language: de, client: Northgate, text: Hallo. }\n'),
    )
    await apply(
      written('texts:\n  - { key: representatives_none_hint, language: de, client: Northgate, remove: true }\n'),
    )
    expect(await owner('select language, content from resource_texts')).toEqual([
      { language: 'en', content: 'Call us.' },
    ])
    await expect(plan(written('texts:\n  - { key: no_such_text, language: en, text: A }\n'))).rejects.toThrow(
      'portal.yaml:2:12: text "no_such_text / en": there is no text "no_such_text".',
    )
  })

  test('schedule jobs', async () => {
    const file = written('jobs:\n  - { job: grant-ends, schedule: "15 4 * * *", notify: ops@example.test }\n')
    expect(await apply(file)).toContain('    schedule: ')
    expect(await plan(file)).toBe('No difference: 1 as the files state.\n')
    await apply(written('jobs:\n  - { job: grant-ends, disabled: true, timeZone: UTC }\n'))
    expect(await plan(written('jobs:\n  - { job: grant-ends, schedule: "15 4 * * *", disabled: true }\n'))).toMatch(
      NOTHING,
    )
    await expect(plan(written('jobs:\n  - { job: no-such-job, schedule: "15 4 * * *" }\n'))).rejects.toThrow(
      'portal.yaml:2:12: job schedule "no-such-job": job: The portal has no such job.',
    )
    await expect(plan(written('jobs:\n  - { job: grant-ends, schedule: "61 * * * *" }\n'))).rejects.toThrow(
      'portal.yaml:2:34: job schedule "grant-ends": schedule: ',
    )
    await apply(written('jobs:\n  - { job: grant-ends, remove: true }\n'))
    await expect(plan(written('jobs:\n  - { job: grant-ends }\n'))).rejects.toThrow('"schedule" is missing.')
    await apply(written('jobs:\n  - { job: grant-ends, schedule: "*/10 * * * *" }\n'))
    expect(await planOfExport()).toMatch(NOTHING)
  })
})
