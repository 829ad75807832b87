import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { type SignInStarts, signInMethods } from './sign-in-methods.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const starts: SignInStarts = {
  directory: (userName) => `https://portal.test/directory?for=${userName}`,
  federated: async (employerId) => `https://portal.test/federated/${employerId}`,
}
const PASSWORD = { kind: 'password' }

let count = 0
/** An employer with a domain of this kind; both are new. */
async function employer(
  kind: string,
  own: { domain?: string; is_confirmed?: boolean } = {},
  columns: Record<string, unknown> = {},
) {
  const id = await portal.make.client(columns)
  const domain = own.domain ?? `employer-${++count}.test`
  await portal.owner(
    'insert into client_domains (client_id, domain, is_confirmed, sign_in_kind) values ($1, $2, $3, $4)',
    [id, domain, own.is_confirmed ?? true, kind],
  )
  return { id, domain }
}

const find = (userName: string, over: Partial<SignInStarts> = {}) =>
  signInMethods(portal.database.requests, { ...starts, ...over }).find(userName)

describe('the sign-in method of a typed name (decision B4)', () => {
  test('is a password where the name has no domain, or an unknown one', async () => {
    for (const name of ['ann.smith', '', '@', 'ann@', 'ann@nobody.test', 'a@b@c.test', "ann@x'; drop table users"])
      expect(await find(name)).toEqual(PASSWORD)
  })

  test('is the company account for any name at the domain of an employer that has one', async () => {
    const { domain } = await employer('directory')
    for (const name of ['ann', 'nobody.at.all'])
      expect(await find(`${name}@${domain}`)).toEqual({
        kind: 'directory',
        startAddress: `https://portal.test/directory?for=${name}@${domain}`,
      })
    expect(await find(`  ann@${domain.toUpperCase()} `)).toMatchObject({ kind: 'directory' })
  })

  test('is federated sign-on of the employer that owns the domain', async () => {
    const { id, domain } = await employer('federated')
    expect(await find(`ann@${domain}`)).toEqual({
      kind: 'federated',
      startAddress: `https://portal.test/federated/${id}`,
    })
  })

  test('is a password where the employer has no identity provider, or the portal has no such method', async () => {
    const federated = await employer('federated')
    expect(await find(`ann@${federated.domain}`, { federated: async () => undefined })).toEqual(PASSWORD)
    const directory = await employer('directory')
    expect(await find(`ann@${directory.domain}`, { directory: null })).toEqual(PASSWORD)
  })

  test('is a password at a domain that is unconfirmed, or of an employer that is deleted', async () => {
    const unconfirmed = await employer('federated', { is_confirmed: false })
    expect(await find(`ann@${unconfirmed.domain}`)).toEqual(PASSWORD)
    const deleted = await employer('federated', {}, { is_deleted: true })
    expect(await find(`ann@${deleted.domain}`)).toEqual(PASSWORD)
  })

  test('is that of the one employer with a sign-on when several share a domain', async () => {
    const { domain } = await employer('password')
    const { id } = await employer('federated', { domain })
    expect(await find(`ann@${domain}`)).toMatchObject({ startAddress: `https://portal.test/federated/${id}` })
  })
})

test('the form asks for the name first only where some name leads to another method', async () => {
  const fresh = await startPortal()
  const dependOnUserName = (over: Partial<SignInStarts> = {}) =>
    signInMethods(fresh.database.requests, { ...starts, ...over }).dependOnUserName()
  expect(await dependOnUserName()).toBe(false)
  await fresh.owner(
    `insert into client_domains (client_id, domain, is_confirmed, sign_in_kind) values ($1, 'x.test', true, 'federated')`,
    [await fresh.make.client()],
  )
  expect(await dependOnUserName()).toBe(true)
  expect(await dependOnUserName({ federated: null })).toBe(false)
  await fresh.close()
})
