import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner, cloneDatabase, type TestDatabase } from '@portico/server/test/database.ts'
import { demoWorldIn } from '@portico/server/test/demo-world.ts'
import { type Portal, startPortal } from '@portico/server/test/portal.ts'
import { passwordHashing } from '@portico/server/for-demo.ts'
import { describeDemo } from './demo-accounts.ts'
import { serveDemo } from './demo-pages.ts'
import { drawSecrets, knownSecrets } from './demo-secrets.ts'
import { MAILBOX_USER } from './mailbox-sign-in.ts'
import { openDemoWorld, type OpenedDemoWorld } from './open-demo-world.ts'

let database: TestDatabase
let world: OpenedDemoWorld
let portal: Portal
const open = async () =>
  openDemoWorld(demoWorldIn(database.ownerUrl, await passwordHashing({ memoryCost: 64, timeCost: 1 })), 'public')
beforeAll(async () => {
  database = await cloneDatabase()
  world = await open()
  portal = await startPortal({
    environment: { DATABASE_URL: database.url, PORTAL_DEMO: 'public' },
    openDemo: async () => (app, deps) =>
      serveDemo(app, { ...deps, mailboxPasswordSha256: world.mailboxPasswordSha256 }),
  })
})
afterAll(async () => {
  await portal.close()
  await database.drop()
})

test('a public demo has a random password for each account, which is printed once', async () => {
  const { loaded } = world
  const described = describeDemo(loaded)
  const passwords = ['portal.admin', 'external.user'].map((userName) => loaded?.passwordOf(userName) ?? '')
  expect(new Set([...passwords, knownSecrets.passwordOf('')]).size).toBe(3)
  for (const password of passwords) expect(described).toContain(password)
  const { rows } = await asOwner(database, "select password_hash as hash from users where user_name = 'portal.admin'")
  const hashing = await passwordHashing({ memoryCost: 64, timeCost: 1 })
  const { hash } = rows[0] as { hash: string }
  expect(await hashing.verify(hash, passwords[0] ?? '')).toBe(true)
  expect(await hashing.verify(hash, knownSecrets.passwordOf(''))).toBe(false)
  const again = await open()
  expect(again.loaded).toBeNull()
  expect(describeDemo(again.loaded)).toContain('Passwords were printed once')
})

test('two demos have different secrets', () => {
  const [one, other] = [drawSecrets(), drawSecrets()]
  expect(one.passwordOf('portal.admin')).not.toBe(other.passwordOf('portal.admin'))
  expect(one.factorSeed).not.toBe(other.factorSeed)
  expect(one.answer).not.toBe(other.answer)
})

describe('its mailbox', () => {
  const basic = (password: string) => `Basic ${Buffer.from(`${MAILBOX_USER}:${password}`).toString('base64')}`
  const paths = ['/dev/mailbox', '/dev/mailbox/1', '/dev/mailbox/1/html']
  const get = (path: string, headers: Record<string, string> = {}) => portal.browser(headers).request('GET', path)

  test.each(paths)('asks for its password at %s', async (path) => {
    for (const headers of [
      {},
      { authorization: basic('guess') },
      { authorization: 'Basic' },
      { authorization: 'Bearer x' },
    ]) {
      const { status, headers: answered } = await get(path, headers)
      expect(status).toBe(401)
      expect(answered.get('www-authenticate')).toMatch(/^Basic realm=/)
    }
  })

  test('opens with it', async () => {
    const authorization = basic(world.loaded?.mailboxPassword ?? '')
    expect(await get('/dev/mailbox', { authorization })).toMatchObject({ status: 200 })
  })

  test('and its applications need no password', async () => {
    expect((await get('/demo-application/1')).status).not.toBe(401)
  })
})
