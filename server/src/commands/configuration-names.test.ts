import { describe, expect, test } from 'vitest'
import { configurationRunner } from '../../test/configuration.ts'

const { owner, written, plan, apply } = configurationRunner()

const applications = async () =>
  (
    await owner(
      `select system.name::text as system, page.name::text as name from pages page
         join systems system on system.id = page.system_id
        where page.deleted_at is null and system.name like 'RvA%' order by 1, 2`,
    )
  ).map(({ system, name }) => [system, name])

describe('names in files of configuration', () => {
  test('are distinguished, also where they have slashes', async () => {
    await apply(
      written(`
systems: [{ name: RvA }, { name: RvA / B }]
sections: [{ name: Names }]
applications:
  - { system: RvA, name: B / C, section: Names }
  - { system: RvA / B, name: C, section: Names }
`),
    )
    await apply(written('applications:\n  - { system: RvA / B, name: C, remove: true }\n'))
    expect(await applications()).toEqual([['RvA', 'B / C']])
    expect(await plan(written('applications:\n  - { system: RvA / B, name: C, remove: true }\n'))).toBe(
      'No difference: 1 as the files state.\n',
    )
  })

  test('are found however spaces and invisible characters are written', async () => {
    const file = written(`
systems: [{ name: "RvA  \\tspaced" }]
sections: [{ name: "Names" }]
applications:
  - { system: RvA spaced, name: "Order \\u00a0 entry\\u200b", section: "names", searchItems: [{ name: "a  b", description: "c  d" }] }
departments: [{ name: "Rva  Department" }]
`)
    await apply(file)
    expect(await plan(file)).toBe('No difference: 4 as the files state.\n')
    expect(await applications()).toContainEqual(['RvA spaced', 'Order entry'])
    await expect(plan(written('systems:\n  - { name: RvA one }\n  - { name: "rva  ONE" }\n'))).rejects.toThrow(
      'portal.yaml:3:5: The system "rva ONE" stands at ',
    )
    await apply(written('applications:\n  - { system: "RvA  spaced", name: "ORDER  entry", remove: true }\n'))
    expect(await applications()).toEqual([['RvA', 'B / C']])
  })
})
