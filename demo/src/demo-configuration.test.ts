import { readdirSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { configurationRunner } from '@portico/server/test/configuration.ts'
import { keyRing } from '@portico/server/for-demo.ts'
import { knownSecrets } from './demo-secrets.ts'
import { loadDemoWorld } from './load-demo-world.ts'

const { commands, exported, plan, apply, written } = configurationRunner({ as: 'portal.admin' })
beforeAll(async () => {
  const { config, hashing } = commands.portal
  const { businessTimeZone: timeZone, databaseUrl: url = '', secretKeys } = config
  await loadDemoWorld({ url, hashing, keys: keyRing(secretKeys), timeZone, secrets: knownSecrets })
})

test('an operator exports the demo as files that change nothing, and adds a client beside them', async () => {
  const folder = await exported()
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining(['applications.yaml', 'brands.yaml', 'permissionSets.yaml', 'singleSignOn.yaml']),
  )
  expect(await plan(folder)).toMatch(
    /^No difference: (\d{3}) as the files state\.\nManaged by files from the next apply on: \1\.\n$/,
  )
  written('clients:\n  - { name: Harborview Clinics, code: HVC }\n', 'exported/new-client.yaml')
  expect(await apply(folder)).toContain('1 to add, 0 to change, 0 to remove')
  expect(await plan(folder)).toMatch(/^No difference: /)
})
