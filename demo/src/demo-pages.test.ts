import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, startPortal } from '@portico/server/test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const get = (path: string) => portal.browser().request('GET', path)

async function makePage(name: string, sectionColumns = {}) {
  const section = await portal.make.section({ name: `Section of ${name}`, tile_color: '1F7A5A', ...sectionColumns })
  return portal.make.page({ system_id: await portal.make.system(), section_id: section, name })
}

describe('an application of the demo', () => {
  test('shows its page, in the color of its tile, without a session', async () => {
    const id = await makePage('Payment Search')
    const { status, text, headers } = await get(`/demo-application/${id}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).toContain('<h1>Welcome to Payment Search</h1>')
    expect(text).toContain('<title>Welcome to Payment Search</title>')
    expect(text).toContain('#1F7A5A')
    expect(headers.getSetCookie()).toEqual([])
  })

  test('shows a name with markup as text and runs no script', async () => {
    const id = await makePage('<script>alert(1)</script> & "Sons"')
    const { text, headers } = await get(`/demo-application/${id}`)
    expect(text).not.toMatch(/<script/i)
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Sons&quot;')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe-inline')
    expect(policy).not.toContain('script-src')
    expect(text).toContain(`<style nonce="${/'nonce-([^']+)'/.exec(policy)?.[1]}">`)
  })

  test.each(['999999', '0', '-1', '1.5', 'abc', '99999999999999999999', '%00', '1'])(
    'is not found for the id %s',
    async (id) => {
      const { status, text } = await get(`/demo-application/${id}`)
      expect(status).toBe(404)
      expect(text).not.toContain('Welcome')
    },
  )

  test('is not found once it is deleted', async () => {
    const id = await makePage('Gone')
    await portal.owner('update pages set deleted_at = now() where id = $1', [id])
    expect((await get(`/demo-application/${id}`)).status).toBe(404)
  })
})

describe('the mailbox of the demo', () => {
  test('says that it is empty', async () => {
    expect((await get('/dev/mailbox')).text).toContain('No mail has been written yet.')
  })

  test('lists mails, newest first, and opens them with links that work', async () => {
    const write = (key: string, title: string, text: string) =>
      portal.owner(
        `insert into outbox_mails (dedupe_key, to_address, template, fields)
         values ($1, 'ada@example.test', 'announcement', $2) returning id`,
        [key, JSON.stringify({ title, text })],
      )
    await write('first', 'An older <b>mail</b>', 'Nothing')
    const [newer] = await write(
      'second',
      'A newer mail',
      'Open https://portal.example.test/confirm?a=1&b=2 <img src=x>\njavascript:alert(1)',
    )
    const list = (await get('/dev/mailbox')).text
    expect(list).toContain('An older &lt;b&gt;mail&lt;/b&gt;')
    expect(list.indexOf('A newer mail')).toBeLessThan(list.indexOf('An older'))
    const path = `/dev/mailbox/${Number(newer?.['id'])}`
    const { status, text } = await get(path)
    expect(status).toBe(200)
    expect(text).toContain('<a href="https://portal.example.test/confirm?a=1&amp;b=2" rel="noreferrer">')
    expect(text).toContain('&lt;img src=x&gt;')
    expect(text).not.toContain('href="javascript')
    expect(text).toContain(
      `<iframe src="${path}/html" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox">`,
    )
    for (const unknown of ['999', '0', '1.5', 'abc', '99999999999999999999'])
      expect((await get(`/dev/mailbox/${unknown}`)).status).toBe(404)
  })

  test('shows the HTML of a mail in a frame that runs no script and sends no request', async () => {
    const [row] = await portal.owner(
      `insert into outbox_mails (dedupe_key, to_address, template, fields)
       values ('framed', 'ada@example.test', 'announcement', $1) returning id`,
      [JSON.stringify({ title: '<script>alert(1)</script>', text: '<form action=/logout>' })],
    )
    const { status, text, headers } = await get(`/dev/mailbox/${Number(row?.['id'])}/html`)
    expect(status).toBe(200)
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text).not.toMatch(/<script|<form/i)
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const policy = headers.get('content-security-policy') ?? ''
    for (const part of ['sandbox allow-popups', "default-src 'none'", "form-action 'none'", "frame-ancestors 'self'"])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/allow-(?:scripts|same-origin|forms)/)
    expect((await get('/dev/mailbox/999/html')).status).toBe(404)
  })

  test('and the applications are not served without the demo', async () => {
    const real = await startPortal({ environment: { PORTAL_DEMO: 'off', PORTAL_RATE_LIMIT: 'on' } })
    try {
      expect((await real.browser().request('GET', '/dev/mailbox')).status).toBe(404)
      expect((await real.browser().request('GET', '/demo-application/100')).status).toBe(404)
    } finally {
      await real.close()
    }
  })
})
