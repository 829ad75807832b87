import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { configurationRunner } from '../../test/configuration.ts'
import { png } from '../../test/images.ts'
import { saveClientDomains } from '../areas/clients/public.ts'
import { everything } from '../db/scope.ts'
import { StartError } from '../start-error.ts'
import { exportCommand } from './export.ts'
import { planCommand } from './plan.ts'

const { commands, owner, inFolder, written, plan, apply } = configurationRunner()

const client = (name: string, ...domains: string[]) =>
  `clients:\n  - name: ${name}\n    domains: [${domains.map((domain) => `{ domain: ${domain}, signIn: password }`).join(', ')}]\n`

describe('files of configuration', () => {
  test('change domains of clients only for an administrator of clients, and not those that changed meanwhile', async () => {
    await apply(written(client('Rules Client', 'rules.example')))
    const lacking = await commands.portal.make.user({ user_name: 'lacking.admin', is_internal: true })
    await commands.portal.make.adminPages(lacking, ['Database Maintenance'])
    const file = written(client('Rules Client', 'other.example'))
    await expect(planCommand([file, '--as', 'lacking.admin'])).rejects.toThrow(
      '--as: lacking.admin lacks the page Client Settings, which these files need.',
    )
    const [found] = await owner(`select domain from client_domains where domain like '%.example'`)
    expect(found).toEqual({ domain: 'rules.example' })
    const [{ id } = { id: 0 }] = await owner(`select id from clients where name = 'Rules Client'`)
    const saved = await commands.portal.database.jobs.transact(everything, (tx) =>
      saveClientDomains(tx, { caller: null, request: null } as never, Number(id), {
        read: [{ domain: 'rules.example', signIn: 'federated' }],
        stated: [],
      }),
    )
    expect(saved).toBe(false)
  })

  test('name a domain that is listed twice', async () => {
    await expect(plan(written(client('Rules Client', 'a.example', 'A.example')))).rejects.toThrow(
      'portal.yaml:3:66: "domains[2].domain": a.example is listed twice.',
    )
  })

  test('put a list in the order of its positions, in whatever order the entries stand', async () => {
    const questions = (await owner('select question from security_questions order by display_order')).map(
      ({ question }) => String(question),
    )
    // Applied as they stand, they would come out as second, fourth, third, first.
    const [first, second, third, fourth] = questions
    const wanted = [second, third, fourth, first]
    const entries = [third, second, fourth, first].map(
      (question) => `  - { question: ${JSON.stringify(question)}, position: ${wanted.indexOf(question) + 1} }\n`,
    )
    const file = written(`securityQuestions:\n${entries.join('')}`)
    await apply(file)
    expect(await plan(file)).toBe('No difference: 4 as the files state.\n')
  })

  test('exchange one password rule for another of the same type', async () => {
    const rules = await owner(`select rule_text as text from password_rules where type_code = 'MIN_LENGTH'`)
    const [{ text } = { text: '' }] = rules
    await apply(
      written(`
passwordRules:
  - { text: Rules at least 11, type: MIN_LENGTH, value: 11 }
  - { text: ${JSON.stringify(text)}, remove: true }
`),
    )
    expect(await owner(`select rule_text as text from password_rules where type_code = 'MIN_LENGTH'`)).toEqual([
      { text: 'Rules at least 11' },
    ])
  })

  test('are exported without what would not come back the same, which is named', async () => {
    await owner(`insert into clients (name) values ('Rules ' || chr(8238) || 'turned')`)
    await owner(`insert into departments (name) values (' '), ('Rules Kept')`)
    const to = inFolder('exported')
    commands.clearOutput()
    await exportCommand([to, '--as', 'conf.admin'])
    expect(commands.output).toContain('Left out: department " ": ')
    expect(commands.output).not.toContain('\u202e')
    expect(readFileSync(path.join(to, 'departments.yaml'), 'utf8')).not.toContain('name: " "')
    expect(await plan(to)).toMatch(/^No difference/)
    await owner(`delete from departments where name = ' '`)
  })

  test('are refused where they are not UTF-8, or an alias is misspelled', async () => {
    await expect(plan(written(Buffer.from('departments: [{ name: Gr\xfc\xdfe }]\n', 'latin1')))).rejects.toThrow(
      'portal.yaml is not UTF-8.',
    )
    await expect(plan(written('departments:\n  - { name: &known A }\n  - { name: *knwon }\n'))).rejects.toThrow(
      'portal.yaml:3:13: "*knwon" has no "&knwon" before it.',
    )
  })

  test.each([
    ['clients: []\nclients: []\n', '2:1: This field or list stands twice here. Keep one of them.'],
    ['clients: []\n---\n', '2:1: A file is one document: what follows "---" goes into a file of its own.'],
    ['clients: [\n', '2:1: The line is indented otherwise than those that belong with it, or a bracket is not closed.'],
    ['clients:\n\t- name: A\n', '2:1: Lines are indented with spaces, not with tabs.'],
    ['clients: [{ name: "A }]\n', '2:1: A colon, a comma, a space, a quote or a bracket is missing here'],
    ['clients: [{ name: @A }]\n', '1:19: A text that begins with this character is put in quotes.'],
    ['clients: a: b\n', '1:10: Each field is its name, a colon, a space and its value on one line.'],
    ['clients: !own []\n', '1:10: A value that begins with "!" is not understood.'],
    ['clients: [{ name: "" }]\n', '1:19: "name" must not be empty.'],
    ['securityQuestions: [{ question: A, position: 0 }]\n', '"position" must be at least 1.'],
    ['identityProviders: [{ name: A, colour: red }]\n', '1:32: "colour" is no field of an identity provider.'],
    ['identityProviders: [A]\n', '1:21: An identity provider has fields, such as "name: …".'],
  ])('are refused in sentences of the portal: %j', async (text, sentence) => {
    await expect(plan(written(text))).rejects.toThrow(sentence)
  })

  test('are read of subfolders too, whose paths do not leave the folder', async () => {
    const logo = await png({ width: 300, height: 100 })
    written(logo, 'all/images/logo.png')
    written('brands: [{ client: Rules Client, logo: ../images/logo.png }]\n', 'all/brands/brand.YAML')
    written('not: read\n', 'all/.hidden/other.yaml')
    expect(await plan(inFolder('all'))).toContain('~ brand "Rules Client"')
    const outside = path.join(tmpdir(), `portico-outside-${process.pid}.png`)
    writeFileSync(outside, logo)
    symlinkSync(outside, inFolder('all/images/link.png'))
    written(logo, 'outside.png')
    for (const named of ['../../outside.png', outside, '../images/link.png']) {
      written(`brands: [{ client: Rules Client, logo: ${named} }]\n`, 'all/brands/brand.YAML')
      await expect(plan(inFolder('all'))).rejects.toThrow(/brand "Rules Client": the file .* is outside of the folder/)
    }
    mkdirSync(inFolder('empty'))
    await expect(plan(inFolder('empty'))).rejects.toThrow('has no files that end in .yaml')
  })

  test('that wait too long for a lock are refused in one sentence', async () => {
    await owner(`create function locked() returns trigger language plpgsql as
      $$ begin raise exception 'canceling statement due to lock timeout' using errcode = '55P03'; end $$`)
    await owner('create trigger locked before insert on departments for each row execute function locked()')
    const file = written('departments: [{ name: Rules Department }]\n')
    await expect(plan(file)).rejects.toThrow(
      new StartError('Something else has locked what the files change. Nothing was applied. Try again.'),
    )
    await owner('drop trigger locked on departments')
  })
})
