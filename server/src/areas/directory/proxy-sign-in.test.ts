import { getCompanyDirectory } from '@portico/contract/directory/company-directory.ts'
import { checkDirectoryUser, startDirectorySignIn } from '@portico/contract/directory/directory.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../test/portal.ts'

const SECRET = 'a-secret-between-proxy-and-portal-0123'

let portal: Portal
let elsewhere: Portal
beforeAll(async () => {
  const environment = { PORTAL_DIRECTORY_PROXY_SECRET: SECRET }
  portal = await startPortal({
    environment: { ...environment, PORTAL_DIRECTORY: 'trusted-proxy:127.0.0.0/8,::1' },
  })
  elsewhere = await startPortal({ environment: { ...environment, PORTAL_DIRECTORY: 'trusted-proxy:10.1.2.3' } })
  for (const one of [portal, elsewhere])
    await one.make.user({ user_name: 'kerberos.user', sign_in_kind: 'directory', password_hash: null })
})
afterAll(async () => {
  await portal.close()
  await elsewhere.close()
})

const word = (userName: string, secret = SECRET) => ({ 'x-remote-user': userName, 'x-portal-proxy-secret': secret })
const start = (at: Portal, headers: Record<string, string>) =>
  at.browser().request('GET', startDirectorySignIn.path, { headers })
const REFUSED = { status: 401, code: '401', data: null }

describe('behind a proxy that authenticates users (B22)', () => {
  test('an employee is signed in by its header, in the browser that sent the request (SIGN-005)', async () => {
    const browser = portal.browser()
    const arrived = await browser.request('GET', startDirectorySignIn.path, { headers: word('Kerberos.User') })
    const token = /^\/login#directory=([\w-]{43})$/.exec(arrived.headers.get('location') ?? '')?.[1]
    expect(await portal.browser().send(checkDirectoryUser, { query: { token } })).toMatchObject(REFUSED)
    expect(await browser.send(checkDirectoryUser, { query: { token } })).toMatchObject({
      code: '200',
      data: { userNm: 'kerberos.user', idmuser: 'Y' },
    })
  })

  test('the header is ignored without the secret, with a wrong one, or without a name', async () => {
    for (const headers of [
      { 'x-remote-user': 'kerberos.user' },
      word('kerberos.user', 'another-secret-of-the-same-length-0123'),
      word('kerberos.user', ''),
      word(''),
      { 'x-portal-proxy-secret': SECRET },
    ])
      expect(await start(portal, headers)).toMatchObject(REFUSED)
  })

  test('the header is ignored from any other address, whatever X-Forwarded-For says', async () => {
    const forwarded = { 'x-forwarded-for': '10.1.2.3', forwarded: 'for=10.1.2.3' }
    expect(await start(elsewhere, { ...word('kerberos.user'), ...forwarded })).toMatchObject(REFUSED)
  })

  test('a name with a realm, an unknown name, or a user of another kind opens nothing', async () => {
    const user = await portal.make.user()
    for (const name of ['kerberos.user@EXAMPLE.TEST', 'nobody.at.all', user.userName])
      expect(await start(portal, word(name))).toMatchObject({ status: 403, code: '403' })
  })

  test('an administrator sees which proxies sign users in, and by which header', async () => {
    const user = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(user, ['Database Maintenance'])
    const admin = await portal.as(user)
    expect(await admin.call(getCompanyDirectory, { params: { uid: user.id } })).toEqual({
      kindCd: 'trusted-proxy',
      addressTxt: '127.0.0.0/8, ::1',
      nameTxt: 'x-remote-user',
      groups: [],
      attributes: [],
    })
  })

  test('when it is off the header is ignored', async () => {
    const plain = await startPortal()
    await plain.make.user({ user_name: 'kerberos.user', sign_in_kind: 'directory', password_hash: null })
    expect(await start(plain, word('kerberos.user'))).toMatchObject({ status: 404 })
    await plain.close()
  })
})
