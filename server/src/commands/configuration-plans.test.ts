import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { configurationRunner, makeConfigurationAdmin } from '../../test/configuration.ts'
import { applyCommand } from './apply.ts'
import { planCommand } from './plan.ts'

const { commands, owner, inFolder, written, plan, apply } = configurationRunner()
beforeAll(async () => {
  await makeConfigurationAdmin(commands.portal, { user_name: 'other.admin' })
})
const planned = async (text: string) => {
  const out = inFolder('plan.json')
  await plan(written(text), '--out', out)
  return out
}
const countOfDepartments = async () => (await owner(`select from departments where name like 'Plan%'`)).length

describe('a plan', () => {
  test('with problems ends with exit code 1 and writes no plan, also for programs', async () => {
    const out = inFolder('plan.json')
    const file = written('departments: [{ name: Plan A }]\napplications: [{ system: None, name: A }]\n')
    expect(JSON.parse(await plan(file, '--json', '--out', out)).problems).toHaveLength(1)
    expect(process.exitCode).toBe(1)
    expect(existsSync(out)).toBe(false)
  })

  test('shows what lists gain and lose, whole values, and no character that changes how a line looks', async () => {
    const address = `${commands.portal.origin}/${'x'.repeat(300)}`
    await apply(written('systems: [{ name: Plan System, software: [one, two] }]\nsections: [{ name: Plan Section }]\n'))
    const output = await plan(
      written(`systems: [{ name: Plan System, software: [one, three], signOutAddress: "${address}" }]\n`),
    )
    expect(output).toContain('    software:\n      + "three"\n      - "two"\n')
    expect(output).toContain(`    signOutAddress: null -> "${address}"\n`)
    expect(
      await plan(
        written('applications: [{ system: Plan System, name: a, section: Plan Section, address: "/a\\u202eb" }]\n'),
      ).catch(({ message }) => String(message)),
    ).not.toContain('\u202e')
    const bidi = 'Plan \u202eZ\u007f'
    await owner('insert into departments (name) values ($1)', [bidi])
    await expect(plan(written('departments: [{ name: "Plan \\u202e" }, { name: "plan \\u202e" }]\n'))).rejects.toThrow(
      'The department "plan" stands at',
    )
  })

  test('is applied only as it was made, as its administrator, who is named', async () => {
    const out = await planned('departments: [{ name: Plan B }]\n')
    const text = readFileSync(out, 'utf8')
    await expect(applyCommand([out, '--as', 'other.admin'])).rejects.toThrow(
      'is applied as conf.admin, and --as names other.admin.',
    )
    for (const edited of [
      text.replace('Plan B', 'Plan C'),
      text.replace('"as": "conf.admin"', '"as": "other.admin"'),
    ]) {
      writeFileSync(out, edited)
      await expect(applyCommand([out])).rejects.toThrow('was changed after it was made')
    }
    expect(await countOfDepartments()).toBe(1)
    writeFileSync(out, text)
    expect(await apply(out)).toMatch(/^As conf\.admin:\n\+ department "Plan B"/)
    expect(await countOfDepartments()).toBe(2)
  })

  test('is readable for its owner alone, also where a file of its name was there', async () => {
    const out = inFolder('plan.json')
    writeFileSync(out, 'former')
    chmodSync(out, 0o644)
    await planned('departments: [{ name: Plan D }]\n')
    expect(statSync(out).mode & 0o777).toBe(0o600)
  })

  test('says how many permissions a removal ends, and is refused once there are more', async () => {
    const { make } = commands.portal
    await apply(
      written(`
systems: [{ name: Plan Orders }]
sections: [{ name: Plan Orders }]
applications: [{ system: Plan Orders, name: Plan Entry, section: Plan Orders }]
`),
    )
    const ids = await owner(
      `select page.id as page, page.system_id as system from pages page where page.name = 'Plan Entry'`,
    )
    const [{ page, system } = {}] = ids
    const give = async (name: string) => {
      const user = await make.user({ user_name: name })
      await make.grant(user, { systemId: Number(system), pageId: Number(page) })
    }
    await give('plan.one')
    const out = await planned(`
applications: [{ system: Plan Orders, name: Plan Entry, remove: true }]
systems: [{ name: Plan Orders, remove: true }]
`)
    expect(commands.output).toMatch(
      /- application .*\n {4}ends 1 permission\n(?: {4}.*\n)+- system .*\n {4}ends 1 permission\n/,
    )
    await give('plan.two')
    await expect(apply(out)).rejects.toThrow(
      'Changed since the plan: application "Plan Orders / Plan Entry", system "Plan Orders". Nothing was applied.',
    )
  })

  test('is refused where it would manage what files managed when it was made, and were told to give back', async () => {
    const file = written('departments: [{ name: Plan Given }, { name: Plan Kept }]\n')
    await apply(file, '--set', 'plans')
    const out = inFolder('plan.json')
    expect(await plan(file, '--set', 'plans', '--out', out)).toBe('No difference: 2 as the files state.\n')
    await apply(written('departments: [{ name: Plan Given, managed: false }]\n', 'back.yaml'), '--set', 'plans')
    await expect(apply(out)).rejects.toThrow(
      'No longer managed by files since the plan: 1 entry. Nothing was applied. Plan again.',
    )
    expect(await owner(`select from managed_objects where file_set = 'plans'`)).toHaveLength(1)
    await plan(file, '--set', 'plans', '--out', out)
    await apply(out)
    expect(await owner(`select from managed_objects where file_set = 'plans'`)).toHaveLength(2)
  })

  test('that is stale names at most twenty entries whose values differ, and counts those that files only manage now', async () => {
    await owner(`insert into departments (name) select 'Plan Same ' || n from generate_series(1, 3) n`)
    const many = Array.from({ length: 22 }, (_, at) => `Plan Many ${String(at + 1).padStart(2, '0')}`)
    const all = [...many, 'Plan Same 1', 'Plan Same 2', 'Plan Same 3'].map((name) => `  - name: ${name}\n`)
    const text = `departments:\n${all.join('')}`
    const out = await planned(text)
    await apply(written(text))
    const named = many.slice(0, 20).map((name) => `department "${name}"`)
    await expect(apply(out)).rejects.toThrow(
      `Changed since the plan: ${named.join(', ')} and 2 more. ` +
        'Managed by files since the plan, without another change: 3 entries. Nothing was applied. Plan again.',
    )
  })

  test('of files is applied for programs only without a question, and tells them its problems', async () => {
    const file = written('departments: [{ name: Plan E }]\nnothing: 1\n')
    await expect(applyCommand([file, '--as', 'conf.admin', '--json'])).rejects.toThrow('--json does not ask')
    expect(JSON.parse(await apply(file, '--json')).problems).toHaveLength(1)
    expect(process.exitCode).toBe(1)
    await expect(planCommand([file, '--as', 'conf.admin'])).rejects.toThrow('"nothing" is no list.')
  })
})
