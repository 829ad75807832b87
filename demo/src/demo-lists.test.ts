import { allEndpoints } from '@portico/contract/areas.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '@portico/server/test/browser.ts'
import { type Portal, startPortal } from '@portico/server/test/portal.ts'
import { keyRing } from '@portico/server/for-demo.ts'
import { knownSecrets } from './demo-secrets.ts'
import { loadDemoWorld } from './load-demo-world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
  const { businessTimeZone: timeZone, databaseUrl: url = '', secretKeys } = portal.config
  await loadDemoWorld({ url, hashing: portal.hashing, keys: keyRing(secretKeys), timeZone, secrets: knownSecrets })
  browsers = await Promise.all(
    readers.map((userName) => portal.as({ userName, password: knownSecrets.passwordOf(userName) })),
  )
})
afterAll(() => portal.close())

/** Every call that answers with rows and needs nothing but the user. */
const lists = allEndpoints()
  .map(({ endpoint }) => endpoint)
  .filter(({ method, data }) => method === 'GET' && data?._zod.def.type === 'array')
  .filter(({ path }) => !/\{(?!uid\})/.test(path))

const readers = ['portal.admin', 'external.user', 'client.admin']
let browsers: readonly Browser[]

/** The most rows that one of the readers gets; null where the call needs more than the user. */
async function rowsOf(list: Endpoint): Promise<number | null> {
  const answers = await Promise.all(
    browsers.map(async (browser) => {
      const answer = await browser.request('GET', list.path.replace('{uid}', String(browser.userId)))
      return Array.isArray(answer.data) ? answer.data.length : null
    }),
  )
  const found = answers.filter((rows) => rows !== null)
  return found.length === 0 ? null : Math.max(...found)
}

/** Empty here, and why. */
const empty: Readonly<Record<string, string>> = {
  listSamlIdentityProviders: 'the server adds the demo’s own at its start (demo-company.test.ts)',
  listJobSchedules: 'the server adds the shipped ones at its start',
  listDocuments: 'the demo has them where there is a file storage (demo-world.test.ts)',
  listSharedDocuments: 'the same',
  listTrash: 'the same',
  listFiles: 'the same',
  listActiveApps: 'the readers have opened no application',
  listDeletedApplications: 'nothing was deleted yet, and what is deleted ends grants',
  listUndeliveredMails: 'the demo delivers into its own mailbox',
}

test('every list of the demo has rows', async () => {
  const counted: [string, number | null][] = []
  for (const list of lists) counted.push([list.name, await rowsOf(list)])
  expect(counted.filter(([, rows]) => rows !== null).length).toBeGreaterThan(60)
  const none = counted.filter(([, rows]) => rows === 0).map(([name]) => name)
  expect(none.toSorted()).toEqual(Object.keys(empty).toSorted())
})
