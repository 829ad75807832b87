import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Portal, startPortal } from '../../test/portal.ts'
import { unlinkDirectoryCommand } from './unlink-directory.ts'

let portal: Portal
let said = ''
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())
beforeEach(() => {
  said = ''
  vi.stubEnv('DATABASE_URL', portal.config.databaseUrl)
  vi.stubEnv('PORTAL_SECRET_KEYS', 'test:0123456789abcdef0123456789abcdef')
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('an operator unlinks one person from the directory, and nobody else', async () => {
  const [ann, bob] = [await portal.make.user(), await portal.make.user()]
  for (const { id } of [ann, bob])
    await portal.owner(
      `insert into directory_identities (issuer, subject, user_id) values ('https://id.test', $1, $2)`,
      [`subject ${id}`, id],
    )
  await unlinkDirectoryCommand([ann.userName.toUpperCase()])
  expect(said).toContain(`${ann.userName} is linked anew`)
  expect(await portal.owner('select user_id from directory_identities')).toEqual([{ user_id: bob.id }])
  const [event] = await portal.owner(
    `select subject_user_id as of from audit_events where event = 'directory_identity_unlinked'`,
  )
  expect(event).toEqual({ of: ann.id })
  said = ''
  await unlinkDirectoryCommand([ann.userName])
  expect(said).toContain('was linked to nobody')
})

test('is told where there is no such user, or none is named', async () => {
  await expect(unlinkDirectoryCommand(['nobody.there'])).rejects.toThrow('There is no user nobody.there.')
  await expect(unlinkDirectoryCommand([])).rejects.toThrow('Usage')
})
