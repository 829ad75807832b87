import { login } from '@portico/contract/sign-in/sign-in.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendRaw } from '../../test/guards/raw-http.ts'
import { tinyFrontEnd } from '../../test/guards/tiny-front-end.ts'
import { type Portal, startPortal } from '../../test/portal.ts'

const frontEnd = tinyFrontEnd()
let portal: Portal
beforeAll(async () => {
  portal = await startPortal({
    webDist: frontEnd.webDist,
    environment: { PORTAL_DEMO: 'off', PORTAL_RATE_LIMIT: 'on' },
  })
})
afterAll(async () => {
  await portal.close()
  frontEnd.remove()
})

const NOTHING = JSON.stringify({ code: '404', data: null, message: 'Page not found' })

/** Paths that scanners try on every server, and paths of the operators' port or of the demo. */
const elsewhere = [
  '/metrics',
  '/livez',
  '/readyz',
  '/startupz',
  '/healthz?verbose',
  '/status',
  '/debug/pprof',
  '/ccservices/openapi.json',
  '/ccservices/docs',
  '/docs',
  '/documentation/json',
  '/dev/mailbox',
  '/dev/mailbox/1',
  '/demo-application/100',
  '/.git/config',
  '/.git/HEAD',
  '/.env',
  '/.npmrc',
  '/.well-known/../.env',
  '/package.json',
  '/server/src/main.ts',
  '/data/keys/secret-keys',
  '/index.html',
  '/assets',
  '/assets/',
  '/assets/app-1a2b3c4d.js.map',
  '/assets/x.map',
  '/assets/../index.html',
  '/assets/..%2findex.html',
  '/assets/%2e%2e/index.html',
  '/assets/..%5cindex.html',
  '/assets//etc/passwd',
  '/assets/%2fetc%2fpasswd',
  '/ccservices/',
  '/ccservices/images/tiles/',
  '/ccservices/images/tiles/..%2f..%2fetc%2fpasswd',
  '/images/tiles/..%2f..%2fetc%2fpasswd',
  '/server-status',
  '/wp-login.php',
]

describe('on the public port of a portal in earnest (S79)', () => {
  test.each(elsewhere)('there is nothing at %s', async (path) => {
    expect(await sendRaw(portal.origin, path)).toMatchObject({ status: 404, text: NOTHING })
  })

  test('a user who opens such an address sees the not-found page', async () => {
    for (const path of ['/metrics', '/.env', '/dev/mailbox', '/nothing']) {
      const { status, text } = await sendRaw(portal.origin, path, { headers: { accept: 'text/html' } })
      expect(status).toBe(404)
      expect(text).toContain('<title>Portico</title>')
    }
  })

  test('tile images are requested by number only: any other address is not found (S56)', async () => {
    const none = await sendRaw(portal.origin, '/ccservices/images/tiles/424242.png')
    expect(none.status).toBe(404)
    for (const name of ['0', '-1', '01', 'x', '1;2', '99999999999', '%00', '..%2f1', '..%2f..%2fetc%2fpasswd'])
      for (const folder of ['/ccservices/images/tiles', '/images/tiles', '/ccservices/images/branding'])
        expect(await sendRaw(portal.origin, `${folder}/${name}.png`)).toMatchObject({ status: 404, text: none.text })
  })

  test('nothing is traced back and no tunnel opened', async () => {
    for (const path of ['/', '/login', '/ccservices/secure/user/rest/db/signin/manifest']) {
      const { status, text } = await sendRaw(portal.origin, path, { method: 'TRACE', headers: { 'x-secret': 'told' } })
      expect(status).toBe(405)
      expect(text).not.toContain('told')
    }
    expect((await sendRaw(portal.origin, '/nothing', { method: 'TRACE' })).status).toBe(404)
  })

  test('an address of another server is never fetched', async () => {
    const { status, text } = await sendRaw(portal.origin, 'http://evil.test/')
    expect(status).toBeLessThan(500)
    expect(text).not.toContain('evil')
  })
})

test('requests for files of the front end are no lines of the usual log', async () => {
  expect(await sendRaw(portal.origin, '/assets/app-1a2b3c4d.js')).toMatchObject({ status: 200 })
  expect(await sendRaw(portal.origin, '/login')).toMatchObject({ status: 200 })
  expect(portal.logged.filter((line) => line.includes('"route":"/login"'))).not.toEqual([])
  expect(portal.logged.filter((line) => line.includes('/assets/'))).toEqual([])
})

test('a refused origin is logged beside the public address, so that a wrong setting shows', async () => {
  const refused = async (headers: Record<string, string>) => {
    const { status } = await sendRaw(portal.origin, login.path, { method: 'POST', headers })
    expect(status).toBe(401)
    return JSON.parse(portal.logged.findLast((line) => line.includes('origin refused')) ?? '{}') as object
  }
  const publicUrl = portal.config.publicUrl.origin
  expect(await refused({ origin: 'https://evil.test' })).toMatchObject({ refused: 'https://evil.test', publicUrl })
  expect(await refused({ host: 'inner.test:8080' })).toMatchObject({ refused: 'inner.test:8080', publicUrl })
})
