import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../test/browser.ts'
import { type KitServer, kit, startKitServer } from '../../test/guards/kit-server.ts'
import { fillPath } from '../../test/guards/sample-call.ts'
import type { MadeUser } from '../../test/make.ts'
import { type Portal, startPortal } from '../../test/portal.ts'

let portal: Portal
let server: KitServer
let admin: MadeUser
let delegated: MadeUser
let user: MadeUser
let browser: Browser
const pages = ['Client Settings', 'User List Report', 'User Administration']
beforeAll(async () => {
  portal = await startPortal()
  server = await startKitServer(portal)
  user = await portal.make.user()
  admin = await portal.make.user({ is_internal: true })
  delegated = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(admin, pages)
  await portal.make.adminPages(delegated, pages)
  await portal.owner('update user_system_grants set is_admin = false where user_id = $1 and system_id = 2', [
    delegated.id,
  ])
  browser = await server.open(admin)
})
afterAll(async () => {
  await server.close()
  await portal.close()
})

describe('a form with several small files', () => {
  const path = () => fillPath(kit.saveImages.path, { uid: String(admin.id) })
  const send = (...parts: [name: string, value: string | File][]) => {
    const body = new FormData()
    for (const [name, value] of parts) body.append(name, value)
    return browser.request('POST', path(), { body })
  }
  const file = (bytes: number, name = 'a.png') => new File(['x'.repeat(bytes)], name, { type: 'image/png' })

  test('passes fields and files to its handler, in any order', async () => {
    const answer = await send(['logoImage', file(9)], ['color', '1'], ['homeImage', file(1000, 'C:\\tmp\\b.png')])
    expect(answer).toMatchObject({
      status: 200,
      data: { color: '1', logoImage: 'a.png 9', homeImage: 'b.png 1000' },
    })
  })

  test('may lack any of its files', async () => {
    expect(await send(['color', '1'])).toMatchObject({ status: 200, data: { color: '1' } })
  })

  test('reports a file that is too large to its handler, and reads the others', async () => {
    const answer = await send(['logoImage', file(11)], ['homeImage', file(5)], ['color', '1'])
    expect(answer).toMatchObject({ status: 200, data: { logoImage: null, homeImage: 'a.png 5' } })
    expect(await send(['homeImage', file(200_000)], ['color', '1'])).toMatchObject({ data: { homeImage: null } })
  })

  test('refuses a file that it does not name, also one named like a part of every object', async () => {
    const sendNamed = (name: string) => send(['color', '1'], [name, file(1)])
    expect(await sendNamed('virus')).toMatchObject({ status: 400, code: '400', data: [{ field: 'virus' }] })
    for (const name of ['__proto__', 'constructor']) expect((await sendNamed(name)).status).toBe(400)
  })

  test('refuses the same file twice, and more files than it names', async () => {
    expect((await send(['color', '1'], ['logoImage', file(1)], ['logoImage', file(1)])).status).toBe(400)
    const many = Array.from({ length: 4 }, (_, n): [string, File] => [`f${n}`, file(1)])
    expect((await send(['color', '1'], ...many)).status).toBe(400)
  })

  test('refuses unknown fields and a missing one by name', async () => {
    expect(await send(['color', '1'], ['other', '1'])).toMatchObject({ status: 400, data: [{ field: 'other' }] })
    expect(await send(['logoImage', file(1)])).toMatchObject({ status: 400, data: [{ field: 'color' }] })
  })
})

describe('a JSON call that answers an attachment', () => {
  const path = () => fillPath(kit.exportRows.path, { uid: String(admin.id) })
  const post = (body: string, without: 'x-csrf-token'[] = []) =>
    browser.request('POST', path(), { headers: { 'content-type': 'application/json' }, body, without })

  test('sends the bytes under a name, to be stored only', async () => {
    const { status, text, headers } = await post('{"word":"a,b"}')
    expect({ status, text }).toEqual({ status: 200, text: 'a,b' })
    expect(headers.get('content-disposition')).toContain('attachment; filename="rows.csv"')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('answers what is wrong with an envelope', async () => {
    expect(await post('{"word":1}')).toMatchObject({ status: 400, code: '400', data: [{ field: 'word' }] })
    expect(await post('{"word":"a"}', ['x-csrf-token'])).toMatchObject({ status: 403, code: '403' })
  })
})

describe('ids of users in an address (decision A7)', () => {
  const get = (from: Browser, path: string, ids: Record<string, number>) =>
    from.request(
      'GET',
      fillPath(path, Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, String(id)]))),
      {},
    )

  test('an administrator can name another user only where the endpoint declares the id so', async () => {
    const { path } = kit.manageUser
    expect(await get(browser, path, { adminuid: admin.id, uid: user.id })).toMatchObject({ status: 200, data: user.id })
    expect((await get(browser, path, { adminuid: delegated.id, uid: user.id })).status).toBe(403)
  })

  test('a holder of a page who is no portal administrator is refused where one is required', async () => {
    const other = await server.open(delegated)
    const { path } = kit.manageUser
    expect((await get(other, path, { adminuid: delegated.id, uid: user.id })).status).toBe(403)
  })

  test('an emulated session names its user and its administrator, every other one only its own user', async () => {
    const { path } = kit.listActiveApps
    const emulated = await server.open(user, admin.id)
    expect(await get(emulated, path, { adminId: admin.id, uid: user.id })).toMatchObject({ status: 200 })
    expect((await get(emulated, path, { adminId: delegated.id, uid: user.id })).status).toBe(403)
    expect((await get(emulated, path, { adminId: admin.id, uid: admin.id })).status).toBe(403)
    expect((await get(browser, path, { adminId: admin.id, uid: admin.id })).status).toBe(200)
    expect((await get(browser, path, { adminId: admin.id, uid: user.id })).status).toBe(403)
    expect((await get(browser, path, { adminId: delegated.id, uid: admin.id })).status).toBe(403)
  })

  test('an emulated session holds no page of administration, whatever its administrator holds', async () => {
    const emulated = await server.open(admin, delegated.id)
    const { path } = kit.manageUser
    expect((await get(emulated, path, { adminuid: admin.id, uid: user.id })).status).toBe(403)
  })
})
