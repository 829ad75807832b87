import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser } from '../../test/browser.ts'
import { type KitServer, kit, startKitServer } from '../../test/guards/kit-server.ts'
import { type Portal, startPortal } from '../../test/portal.ts'

let portal: Portal
let server: KitServer
beforeAll(async () => {
  portal = await startPortal()
  server = await startKitServer(portal)
})
afterAll(async () => {
  await server.close()
  await portal.close()
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
/** A browser that another site made post a form here. */
const visitor = () => new Browser(server.origin, { origin: 'https://company.example', 'sec-fetch-site': 'cross-site' })
const post = (body: string, headers: Record<string, string> = FORM) =>
  visitor().request('POST', kit.passOn.path, { headers, body })

describe('a browser that passes through', () => {
  test('by the form post of another site is sent on by GET, with its cookies', async () => {
    const answer = await post('word=hello')
    expect(answer).toMatchObject({ status: 303, text: '' })
    expect(answer.headers.get('location')).toBe('/next#5')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.getSetCookie()).toEqual(['__Host-kit=kept; Path=/; HttpOnly; Secure; SameSite=Lax'])
  })

  test('may bring 200 kB along and no more than 256 kB', async () => {
    expect((await post(`word=${'a'.repeat(200_000)}`)).headers.get('location')).toBe('/next#200000')
    expect(await post(`word=${'a'.repeat(270_000)}`)).toMatchObject({ status: 413, code: '413' })
  })

  test('has to bring a form that fits, with each field once', async () => {
    expect(await post('{"word":"hello"}', { 'content-type': 'application/json' })).toMatchObject({ status: 415 })
    expect(await post('word=a&word=b')).toMatchObject({ status: 400, data: [{ field: 'word' }] })
    expect(await post('word=a&other=b')).toMatchObject({ status: 400, data: [{ field: 'other' }] })
  })
})
