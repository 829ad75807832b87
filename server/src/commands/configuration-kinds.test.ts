import { beforeAll, describe, expect, test } from 'vitest'
import { configurationRunner } from '../../test/configuration.ts'
import { jpeg, png } from '../../test/images.ts'

const { commands, owner, inFolder, written, exported, plan, apply } = configurationRunner()
beforeAll(async () => {
  const { make } = commands.portal
  await make.client({ name: 'Northgate' })
  const admin = await make.user({ user_name: 'conf.admin', is_internal: true })
  await make.adminPages(admin, [
    'Client Settings',
    'User Administration',
    'Application Settings',
    'Database Maintenance',
  ])
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
