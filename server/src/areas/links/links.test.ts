import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteLink, listLinks, saveLink } from '@portico/contract/links/links.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
let clerk: Browser

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  clerk = await openSession(portal, await portal.make.user())
})

const list = (browser: Browser) => browser.call(listLinks, { params: { uid: browser.userId } })
const save = (browser: Browser, body: { userLinkId?: number; linkNm: string; linkUrlTxt: string }) =>
  browser.send(saveLink, { params: { uid: browser.userId }, body })
const idOf = ({ data }: { data: unknown }) => (data as { userLinkId: number }).userLinkId
const shop = { linkNm: 'Shop', linkUrlTxt: 'https://shop.example/list?q=1#top' }

describe('my links', () => {
  test('are added, listed by name, changed and deleted (LINK-001, LINK-009, LINK-010, LINK-013..015)', async () => {
    const { linkNm, linkUrlTxt } = shop
    const added = await save(clerk, shop)
    expect(added).toMatchObject({ code: '200', message: 'Link added.', data: shop })
    await save(clerk, { linkNm: 'älter', linkUrlTxt: 'http://10.0.0.1:8080' })
    expect((await list(clerk)).map((link) => link.linkNm)).toEqual(['älter', linkNm])
    const changed = await save(clerk, { userLinkId: idOf(added), linkNm: '  Corner\tshop ', linkUrlTxt })
    expect(changed).toMatchObject({
      message: 'Link saved.',
      data: { linkNm: 'Corner shop', linkUrlTxt },
    })
    const gone = await clerk.send(deleteLink, { params: { uid: clerk.userId, userLinkId: idOf(added) } })
    expect(gone).toMatchObject({ code: '200', message: 'Link deleted.' })
    expect((await list(clerk)).map((link) => link.linkNm)).toEqual(['älter'])
  })

  test('are mine alone: another user cannot see, change or delete them (S33)', async () => {
    const id = idOf(await save(clerk, shop))
    const other = await openSession(portal, await portal.make.user())
    expect(await list(other)).toEqual([])
    expect(await save(other, { ...shop, userLinkId: id, linkNm: 'Mine' })).toMatchObject({ status: 404 })
    expect(await other.send(deleteLink, { params: { uid: other.userId, userLinkId: id } })).toMatchObject({
      status: 404,
    })
    expect(await list(clerk)).toEqual([{ userLinkId: id, ...shop }])
  })

  test('lead to web addresses only (LINK-011, S68)', async () => {
    const hostile = [
      'javascript:alert(1)',
      'JAVASCRIPT:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'ftp://files.example',
      '//evil.example',
      '/\\evil.example',
      'https:evil.example',
      'https://portal@evil.example',
      'http://127.0.0.1:80@evil.example',
      'https://evil.example/\r\nLocation: x',
      'java\nscript:alert(1)',
      'https://a b.example',
      'https://',
      'https://example.com:99999',
      'shop.example',
    ]
    for (const linkUrlTxt of hostile)
      expect({ linkUrlTxt, ...(await save(clerk, { ...shop, linkUrlTxt })) }).toMatchObject({
        linkUrlTxt,
        status: 422,
        message: 'Enter a web address that begins with http:// or https://.',
      })
    expect(await list(clerk)).toEqual([])
  })

  test('need a name of up to 100 and an address of up to 2,000 characters (D4)', async () => {
    const longest = { linkNm: 'n'.repeat(100), linkUrlTxt: `https://shop.example/${'a'.repeat(1_979)}` }
    expect(await save(clerk, longest)).toMatchObject({ code: '200' })
    expect(await save(clerk, { linkNm: ' \u202e ', linkUrlTxt: '' })).toMatchObject({
      status: 422,
      data: [
        { field: 'linkNm', message: 'Enter a name.' },
        { field: 'linkUrlTxt', message: 'Enter an address.' },
      ],
    })
    const tooLong = { linkNm: 'n'.repeat(101), linkUrlTxt: `${longest.linkUrlTxt}a` }
    expect(await save(clerk, tooLong)).toMatchObject({
      status: 422,
      data: [{ field: 'linkNm' }, { field: 'linkUrlTxt' }],
    })
    expect(await list(clerk)).toHaveLength(1)
  })

  test('are a thousand at most, however many are added at once', async () => {
    await portal.owner(
      `insert into user_links (user_id, name, address) select $1, 'Link ' || n, 'https://x.example' from generate_series(1, 997) n`,
      [clerk.userId],
    )
    const answers = await Promise.all(Array.from({ length: 8 }, () => save(clerk, shop)))
    expect(answers.filter(({ code }) => code === '200')).toHaveLength(3)
    expect(answers.find(({ status }) => status === 422)?.message).toMatch(/^You can save up to 1,000 links/)
    expect(await list(clerk)).toHaveLength(1_000)
  })

  test('are audited with the values before and after', async () => {
    const id = idOf(await save(clerk, shop))
    await save(clerk, { ...shop, userLinkId: id, linkNm: 'Store' })
    await clerk.send(deleteLink, { params: { uid: clerk.userId, userLinkId: id } })
    const rows = await portal.owner(
      `select event, before, after from audit_events where target_kind = 'link' and subject_user_id = $1 order by id`,
      [clerk.userId],
    )
    expect(rows).toEqual([
      { event: 'link_added', before: null, after: shop },
      { event: 'link_changed', before: { linkNm: shop.linkNm }, after: { linkNm: 'Store' } },
      { event: 'link_deleted', before: { ...shop, linkNm: 'Store' }, after: null },
    ])
  })
})
