import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { configurationRunner } from '@portico/server/test/configuration.ts'
import { keyRing } from '@portico/server/for-demo.ts'
import { knownSecrets } from './demo-secrets.ts'
import { loadDemoWorld } from './load-demo-world.ts'

const { commands, owner, exported, plan, apply, written } = configurationRunner({ as: 'portal.admin' })
beforeAll(async () => {
  const { config, hashing } = commands.portal
  const { businessTimeZone: timeZone, databaseUrl: url = '', secretKeys } = config
  await loadDemoWorld({ url, hashing, keys: keyRing(secretKeys), timeZone, secrets: knownSecrets })
})

/** The files of the demo. */
const own = fileURLToPath(new URL('../configuration', import.meta.url))
/** What an export has beside them: what every portal has, and what the demo makes with pictures, keys or days of its start. */
const notInFiles = [
  ...['classificationTypes', 'classificationValues', 'facilities', 'notificationTypes', 'passwordRules'],
  ...['securityQuestions', 'serviceAccounts', 'singleSignOn'],
].map((name) => `${name}.yaml`)

test('the demo is what its files of configuration state, which manage nothing until they are applied', async () => {
  expect(await plan(own, '--set', 'demo')).toMatch(
    /^No difference: (\d+) as the files state\.\nManaged by files from the next apply on: \1\.\n$/,
  )
  expect(await owner('select from managed_objects')).toEqual([])
})

test('an operator exports the demo as files that change nothing, and adds a client beside them', async () => {
  const folder = await exported()
  expect(readdirSync(folder).toSorted()).toEqual([...readdirSync(own), ...notInFiles, 'configuration.schema.json', 'images'].toSorted())
  expect(await plan(folder)).toMatch(
    /^No difference: (\d{3}) as the files state\.\nManaged by files from the next apply on: \1\.\n$/,
  )
  written('clients:\n  - { name: Harborview Clinics, code: HVC }\n', 'exported/new-client.yaml')
  expect(await apply(folder)).toContain('1 to add, 0 to change, 0 to remove')
  expect(await plan(folder)).toMatch(/^No difference: /)
})
