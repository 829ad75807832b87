import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { configurationRunner } from '../../test/configuration.ts'
import { exportCommand } from './export.ts'
import { planCommand } from './plan.ts'

const { commands, owner, inFolder, written, plan, apply } = configurationRunner()
beforeAll(async () => {
  const { make } = commands.portal
  const other = await make.user({ user_name: 'plain.user', is_internal: true })
  await make.adminPages(other, ['Client Settings'])
  await commands.portal.owner('update user_system_grants set is_admin = false where user_id = $1', [other.id])
})
const namesOf = async (table: string) => (await owner(`select name::text from ${table} where name like 'Conf%'`)).length

const catalog = `
clients:
  - name: Conf Health
    code: conf-health
    domains:
      - { domain: Conf.Example, signIn: password }
systems:
  - name: Conf Orders
    software: [zlib, OpenSSL]
sections:
  - name: Conf Section
    displayed: false
applications:
  - system: Conf Orders
    name: Order entry
    section: Conf Section
    address: https://orders.example.test/
    requestable: true
    searchItems:
      - name: basket
        description: What is ordered
accountTypes:
  - { system: Conf Orders, code: FULL, name: Full access }
departments:
  - name: Conf Department
`

describe('an operator with files of configuration', () => {
  test('reads that there is no such file, and how large one may be', async () => {
    const missing = inFolder('none.yaml')
    await expect(plan(missing)).rejects.toThrow(`There is no file or folder ${missing}.`)
    const large = written('#'.repeat(10 * 1024 * 1024 + 1))
    await expect(plan(large)).rejects.toThrow(`The file ${large} cannot be read, or has more than 10 MB.`)
  })

  test('sees the difference, applies it in one go, and finds nothing to do afterwards', async () => {
    const file = written(catalog)
    const output = await plan(file)
    expect(output).toContain(`+ client "Conf Health"  (${file}:3:5)`)
    expect(output).toContain('    domains: [{"domain":"conf.example","signIn":"password"}]')
    expect(output).toContain('+ application "Conf Orders / Order entry"')
    expect(output).toContain('6 to add, 0 to change, 0 to remove; 0 as the files state.')
    expect(process.exitCode).toBe(2)
    process.exitCode = undefined
    expect([await namesOf('clients'), await namesOf('systems')]).toEqual([0, 0])

    expect(await apply(file)).toContain('Applied.')
    expect([await namesOf('clients'), await namesOf('systems'), await namesOf('departments')]).toEqual([1, 1, 1])
    expect(await plan(file)).toBe('No difference: 6 as the files state.\n')
    expect(process.exitCode).toBeUndefined()
    expect(await apply(file)).toBe('No difference: 6 as the files state.\n')
    const events = await owner(
      `select event, count(*)::int, count(distinct request_id)::int as runs from audit_events
        where actor_user_id = (select id from users where user_name = 'conf.admin') group by 1 order by 1`,
    )
    expect(events).toEqual([
      { event: 'application_changed', count: 1, runs: 1 },
      { event: 'client_added', count: 1, runs: 1 },
      { event: 'client_changed', count: 1, runs: 1 },
      { event: 'configuration_applied', count: 2, runs: 2 },
      { event: 'reference_data_changed', count: 2, runs: 1 },
      { event: 'section_changed', count: 1, runs: 1 },
      { event: 'system_changed', count: 1, runs: 1 },
    ])
  })

  test('changes only the fields that a file states', async () => {
    await owner(`update pages set is_external = true where name = 'Order entry'`)
    const file = written(`
applications:
  - system: conf orders
    name: order entry
    displayed: false
    searchItems: []
`)
    expect(await plan(file)).toContain('    displayed: true -> false\n    searchItems:\n      - {"name":"basket"')
    await apply(file)
    expect(
      await owner(`select is_displayed, is_external, is_requestable from pages where name = 'Order entry'`),
    ).toEqual([{ is_displayed: false, is_external: true, is_requestable: true }])
  })

  test('gets each problem with its line and column, and nothing is applied', async () => {
    const file = written(`clients:
  - name: Conf Other
    colour: red
  - name: 12
systms: []
sections:
  - name: Conf Third
    displayed: "yes"
  - name: Conf Third
    remove: maybe
`)
    const error = await apply(file).catch((failure: Error) => failure.message)
    expect(String(error).split('\n')).toEqual([
      `${file}:3:5: "colour" is no field of a client. Fields are: name, code, domains, was, remove, managed.`,
      `${file}:4:11: "name" must be a text: put it in quotes.`,
      expect.stringContaining(`${file}:5:1: "systms" is no list. Lists are: clients, `),
      `${file}:8:16: "displayed" must be true or false.`,
      `${file}:10:5: "remove" is true, or it is left out.`,
    ])
    await expect(plan(written('clients:\n  - name: [\n'))).rejects.toThrow(`portal.yaml:3:1: `)
    await expect(plan(written('clients:\n  - name: A1\n  - name: a1\n'))).rejects.toThrow(
      `portal.yaml:3:5: The client "a1" stands at ${file}:2:5 already.`,
    )
    expect(await namesOf('clients')).toBe(1)
  })

  test('is refused what the screens refuse, at the field, and the rest of the files is undone too', async () => {
    const file = written(`
departments:
  - name: Conf Second Department
facilities:
  - { code: not valid, name: Conf Facility, hierarchy: true }
applications:
  - { system: Conf Orders, name: Conf Application, section: Conf Nowhere }
  - { system: Conf Orders, name: Conf Application 2, section: Conf Section, address: "javascript:alert(1)" }
`)
    const error = String(await apply(file).catch((failure: Error) => failure.message))
    expect(error).toContain(`${file}:5:13: facility "not valid": code: `)
    expect(error).toContain(
      `${file}:7:61: application "Conf Orders / Conf Application": there is no section "Conf Nowhere".`,
    )
    expect(error).toContain(`${file}:8:86: application "Conf Orders / Conf Application 2": address: `)
    expect(await namesOf('departments')).toBe(1)
    await expect(plan(written('sections:\n  - { name: Conf Section, remove: true }\n'))).rejects.toThrow(
      'section "Conf Section": it still has applications: remove those too, or give them another place.',
    )
  })

  test('removes only what a file says is to be removed', async () => {
    const file = written(`
sections:
  - { name: Conf Section, remove: true }
applications:
  - { system: Conf Orders, name: Order entry, remove: true }
accountTypes:
  - { system: Conf Orders, code: FULL, remove: true }
systems:
  - { name: Conf Orders, remove: true }
`)
    expect(await plan(file)).toContain('- application "Conf Orders / Order entry"')
    expect(await apply(file)).toContain('0 to add, 0 to change, 4 to remove')
    expect(await plan(file)).toBe('No difference: 4 as the files state.\n')
    await expect(plan(written('clients:\n  - { name: Conf Health, remove: true }\n'))).rejects.toThrow(
      'client "Conf Health": A client cannot be removed by files. With “managed: false” it is managed by files no longer.',
    )
    await expect(plan(written('clients:\n  - { name: Conf Health, code: other }\n'))).rejects.toThrow(
      'portal.yaml:2:32: client "Conf Health": "code" is set when it is added, and does not change.',
    )
  })

  test('applies a plan only while everything that it changes is as it was', async () => {
    const file = written(`
departments:
  - name: Conf Third Department
clients:
  - name: Conf Health
    domains:
      - { domain: second.example, signIn: federated }
`)
    const out = inFolder('plan.json')
    await plan(file, '--out', out)
    rmSync(file)
    await owner(`update client_domains set sign_in_kind = 'directory' where domain = 'conf.example'`)
    await expect(apply(out)).rejects.toThrow('Changed since the plan: client "Conf Health". Nothing was applied.')
    expect(await namesOf('departments')).toBe(1)
    await owner(`update client_domains set sign_in_kind = 'password' where domain = 'conf.example'`)
    expect(await apply(out)).toContain('Applied.')
    expect(await namesOf('departments')).toBe(2)
    expect(
      await owner(`select domain, sign_in_kind from client_domains where domain like '%.example' order by 1`),
    ).toEqual([{ domain: 'second.example', sign_in_kind: 'federated' }])
    await expect(apply(out)).rejects.toThrow('Changed since the plan')
    await expect(apply(written('{}', 'other.json'))).rejects.toThrow('is no plan of this version')
  })

  test('keeps positions of a list in the order of the file', async () => {
    const questions = (await owner('select question from security_questions order by display_order')).map(
      ({ question }) => String(question),
    )
    const lines = ['Conf question?', ...questions.toReversed()].map(
      (question, at) => `  - { question: ${JSON.stringify(question)}, position: ${at + 1} }`,
    )
    const file = written(`securityQuestions:\n${lines.join('\n')}\n`)
    await apply(file)
    expect(await plan(file)).toBe(`No difference: ${lines.length} as the files state.\n`)
  })

  test('exports files that plan as no difference', async () => {
    const to = inFolder('exported')
    await exportCommand([to, '--as', 'conf.admin'])
    expect(readdirSync(to)).toContain('applications.yaml')
    expect(readFileSync(path.join(to, 'clients.yaml'), 'utf8')).toContain(
      '- name: Conf Health\n    code: conf-health\n',
    )
    expect(await plan(to)).toMatch(/^No difference: \d+ as the files state\.\n/)
    await expect(exportCommand([to, '--as', 'conf.admin'])).rejects.toThrow('is not empty')
  })

  test('acts only as an internal portal administrator', async () => {
    const file = written('sections: []\n')
    await expect(planCommand([file, '--as', 'plain.user'])).rejects.toThrow('plain.user is none')
    await expect(planCommand([file, '--as', 'not.there'])).rejects.toThrow('There is no active user "not.there"')
    await expect(planCommand([file])).rejects.toThrow('Usage:')
    const lacking = await commands.portal.make.user({ user_name: 'lacking.admin', is_internal: true })
    await commands.portal.make.adminPages(lacking, ['Client Settings'])
    const departments = written('departments:\n  - name: Conf Lacking\n')
    await expect(planCommand([departments, '--as', 'lacking.admin'])).rejects.toThrow(
      '--as: lacking.admin lacks the page Database Maintenance, which these files need.',
    )
  })

  test('reads the result as JSON', async () => {
    const file = written('departments:\n  - name: Conf Fourth Department\n')
    expect(JSON.parse(await plan(file, '--json'))).toMatchObject({
      differences: [{ kind: 'departments', title: 'Conf Fourth Department', action: 'add' }],
      problems: [],
      unchanged: 0,
      newlyManaged: 1,
    })
    expect(JSON.parse(await plan(written('nothing: 1\n'), '--json')).problems).toHaveLength(1)
    expect(process.exitCode).toBe(1)
  })
})
