import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { configurationRunner } from '@portico/server/test/configuration.ts'
import { demoWorldOf } from '@portico/server/test/demo-world.ts'
import { knownSecrets } from './demo-secrets.ts'
import { loadDemoWorld } from './load-demo-world.ts'

const { commands, owner, exported, plan, apply, written } = configurationRunner({ as: 'portal.admin' })
beforeAll(() => loadDemoWorld({ ...demoWorldOf(commands.portal), secrets: knownSecrets }))

/** The files of the demo. */
const own = fileURLToPath(new URL('../configuration', import.meta.url))
/** What an export has beside them: what every portal has, and what the demo makes with pictures, keys or days of its start. */
const notInFiles = [
  'classificationTypes.yaml',
  'classificationValues.yaml',
  'facilities.yaml',
  'notificationTypes.yaml',
  'passwordRules.yaml',
  'securityQuestions.yaml',
  'serviceAccounts.yaml',
  'singleSignOn.yaml',
]

test('the demo is what its files of configuration state, which manage nothing until they are applied', async () => {
  expect(await plan(own, '--set', 'demo')).toMatch(
    /^No difference: (\d+) as the files state\.\nManaged by files from the next apply on: \1\.\n$/,
  )
  expect(await owner('select from managed_objects')).toEqual([])
})

test('its start applies them as an administrator does by the command, with an audit row for each', async () => {
  const events = await owner(
    `select event, count(*)::int from audit_events
      where request_id in (select request_id from audit_events where event = 'configuration_applied')
        and actor_user_id = (select id from users where user_name = 'portal.admin')
      group by event order by event`,
  )
  expect(Object.fromEntries(events.map(({ event, count }) => [event, count]))).toMatchObject({
    application_changed: 40,
    client_added: 11,
    configuration_applied: 1,
    permission_set_added: 2,
    section_changed: 12,
    system_changed: 12,
  })
})

test('an operator exports the demo as files that change nothing, and adds a client beside them', async () => {
  const folder = await exported()
  expect(readdirSync(folder).toSorted()).toEqual(
    [...readdirSync(own), ...notInFiles, 'configuration.schema.json', 'images'].toSorted(),
  )
  expect(await plan(folder)).toMatch(
    /^No difference: (\d{3}) as the files state\.\nManaged by files from the next apply on: \1\.\n$/,
  )
  written('clients:\n  - { name: Harborview Clinics, code: HVC }\n', 'exported/new-client.yaml')
  expect(await apply(folder)).toContain('1 to add, 0 to change, 0 to remove')
  expect(await plan(folder)).toMatch(/^No difference: /)
})
