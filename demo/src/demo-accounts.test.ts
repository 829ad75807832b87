import { listAnnouncements } from '@portico/contract/announcements/announcements.ts'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { listSections } from '@portico/contract/home/home.ts'
import { adminPages } from '@portico/contract/kit/guard.ts'
import { listLinks } from '@portico/contract/links/links.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '@portico/server/test/browser.ts'
import { demoWorldOf } from '@portico/server/test/demo-world.ts'
import { type Portal, startPortal } from '@portico/server/test/portal.ts'
import { describeDemo } from './demo-accounts.ts'
import { knownSecrets } from './demo-secrets.ts'
import { openDemoWorld } from './open-demo-world.ts'

const PASSWORD = 'Welcome-to-Portico-1'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
  await openDemoWorld(demoWorldOf(portal), 'on')
})
afterAll(() => portal.close())

/** One signed-in browser per user. */
const browsers = new Map<string, Promise<Browser>>()
const signedIn = (userName: string) => {
  const browser = browsers.get(userName) ?? portal.as({ userName, password: PASSWORD })
  browsers.set(userName, browser)
  return browser
}
const tryIt = async (userName: string) => {
  const { code, message, data } = await portal.browser().trySignIn(userName, PASSWORD)
  return { code, message, ...data, isIn: Boolean((data as { loginSessionId?: string } | null)?.loginSessionId) }
}
const account = async (userName: string) =>
  (await portal.owner('select * from users where user_name = $1', [userName]))[0] ?? {}
const tilesOf = async (userName: string) => {
  const browser = await signedIn(userName)
  return browser.call(listSections, { params: { uid: browser.userId } })
}
const adminMenuOf = async (userName: string) => {
  const browser = await signedIn(userName)
  return (await browser.call(getAdminMenu, { params: { uid: browser.userId } })).map(({ pageNm }) => pageNm)
}

describe('with the password of the demo', () => {
  test.each([
    'portal.admin',
    'associate.admin',
    'delegated.admin',
    'client.admin',
    'internal.user',
    'external.user',
    'other.user',
    'newcomer.internal',
  ])('%s signs in and has a home page', async (userName) => {
    expect((await tilesOf(userName)).length).toBeGreaterThan(1)
  })

  test('a user of the crowd signs in', async () => {
    const names = await portal.owner(
      "select user_name from users where status = 1 and user_name not like '%.%' order by md5(user_name) limit 5",
    )
    for (const { user_name } of names)
      expect(await tryIt(String(user_name))).toMatchObject({ code: '200', isIn: true, userStatus: '1' })
  })

  test('unlicensed.user has to accept the license', async () => {
    expect(await tryIt('unlicensed.user')).toMatchObject({ code: '200', eulaAcceptedDt: null, internalUserFlg: 'N' })
  })

  test('first.time has to choose a security question', async () => {
    expect(await tryIt('first.time')).toMatchObject({ code: '200', securityQuestionId: null })
    expect(await account('first.time')).toMatchObject({ security_answer_hash: null })
  })

  test('temporary.user has to choose a password, however often they sign in', async () => {
    for (const _ of [1, 2]) {
      expect(await tryIt('temporary.user')).toMatchObject({ code: '200', isIn: true, pswdChngDt: null })
      const { id } = await account('temporary.user')
      await portal.owner("update sessions set ended_at = now(), end_reason = 'logout' where user_id = $1", [id])
    }
    expect(await account('temporary.user')).toMatchObject({ temporary_password_expires_at: null })
  })

  test('expired.user learns that the password has expired', async () => {
    expect(await tryIt('expired.user')).toMatchObject({ code: '200', passwordExpiredFlg: 'Y' })
  })

  test('inactive.user and locked.user learn their state and cannot sign in', async () => {
    expect(await tryIt('inactive.user')).toMatchObject({ code: '200', isIn: false, userStatus: '2' })
    expect(await tryIt('locked.user')).toMatchObject({ code: '200', isIn: false, acctLockedFlg: 'Y' })
    const [lock] = await portal.owner(
      "select locked_until = 'infinity' as forever from user_sign_ins s join users u on u.id = s.user_id where user_name = 'locked.user'",
    )
    expect(lock).toEqual({ forever: true })
  })

  test('deleted.user, directory.user and federated.user look like unknown names', async () => {
    for (const userName of ['deleted.user', 'directory.user', 'federated.user'])
      expect(await tryIt(userName)).toMatchObject({ code: '204', message: 'Invalid Login ID or Password.' })
    expect(await account('deleted.user')).toMatchObject({ status: 3, previous_status: 1 })
    expect(await account('directory.user')).toMatchObject({ sign_in_kind: 'directory', password_hash: null })
    expect(await account('federated.user')).toMatchObject({ sign_in_kind: 'federated', password_hash: null })
  })

  test('factor.user is asked for a code, unenrolled.user to enroll', async () => {
    expect(await portal.browser().trySignIn('factor.user', PASSWORD)).toMatchObject({ code: '207' })
    expect(await portal.browser().trySignIn('unenrolled.user', PASSWORD)).toMatchObject({
      code: '309',
      data: { canSkip: true, skipsLeft: 3 },
    })
  })

  test('a user of the crowd learns that the password ends soon, or that it has ended', async () => {
    const users = await portal.owner(
      `select user_name, floor(extract(epoch from now() - password_changed_at) / 86400)::integer as age
         from users where status = 1 and user_name not like '%.%'`,
    )
    const aged = (from: number, to: number) => users.filter(({ age }) => Number(age) >= from && Number(age) < to)
    for (const some of [aged(0, 76), aged(76, 90), aged(90, 100)]) expect(some.length).toBeGreaterThan(50)
    const signIn = ([first]: readonly Record<string, unknown>[]) => tryIt(String(first?.['user_name']))
    const soon = await signIn(aged(76, 90))
    expect(soon).toMatchObject({ code: '200', isIn: true, passwordExpiredFlg: 'N' })
    const { daysBeforePasswordExpire: days } = soon as unknown as { daysBeforePasswordExpire: number }
    expect(days).toBeGreaterThan(0)
    expect(days).toBeLessThanOrEqual(14)
    expect(await signIn(aged(90, 100))).toMatchObject({ code: '200', passwordExpiredFlg: 'Y' })
  })

  test('every printed account but expired.user signs in without changing the password, however old the demo is', async () => {
    await portal.owner("update users set password_changed_at = password_changed_at - interval '100 days'")
    await openDemoWorld(demoWorldOf(portal), 'on')
    const printed = [...describeDemo(knownSecrets).matchAll(/^ {2}([a-z.]+) /gm)].map(([, userName]) => userName ?? '')
    const ended = await portal.owner(
      `select user_name from users where user_name = any($1) and password_changed_at < now() - interval '1 day'`,
      [printed],
    )
    expect(ended).toEqual([{ user_name: 'expired.user' }])
    expect((await tilesOf('other.user')).length).toBeGreaterThan(1)
    expect(await account('temporary.user')).toMatchObject({ password_changed_at: null })
  })
})

describe('administrators', () => {
  test('of the portal hold every page and may sign on as others', async () => {
    for (const userName of ['portal.admin', 'associate.admin']) {
      expect(await adminMenuOf(userName)).toEqual([...adminPages])
      expect(await account(userName)).toMatchObject({
        is_internal: true,
        may_sign_on_as: true,
        is_us_associate: userName === 'associate.admin',
      })
    }
  })

  test('with a part of it hold that part only', async () => {
    expect(await adminMenuOf('delegated.admin')).toEqual(['User Administration', 'User List Report'])
    expect(await account('delegated.admin')).toMatchObject({ is_internal: true, may_sign_on_as: false })
  })

  test('of a client hold what concerns their own users', async () => {
    expect(await adminMenuOf('client.admin')).toContain('User Administration')
    expect(await adminMenuOf('client.admin')).not.toContain('Database Maintenance')
    const clientAdmin = await account('client.admin')
    expect(clientAdmin).toMatchObject({ is_internal: false, client_id: (await account('external.user'))['client_id'] })
  })
})

describe('external.user', () => {
  test('sees tiles with one page and with several, one disabled page, and signs on to a system', async () => {
    const tiles = await tilesOf('external.user')
    const sizes = tiles.map(({ userSectionPages }) => userSectionPages.length)
    expect(sizes.filter((size) => size === 1).length).toBeGreaterThan(1)
    expect(sizes.filter((size) => size > 1).length).toBeGreaterThan(2)
    const all = tiles.flatMap(({ userSectionPages }) => userSectionPages)
    expect(all.filter(({ linkEnabledFlg, ssoFlg }) => !linkEnabledFlg && !ssoFlg)).toHaveLength(1)
    expect(all.filter(({ ssoFlg }) => ssoFlg)).toHaveLength(1)
    expect(all.map(({ pageNm }) => pageNm)).toContain('Report a Problem')
    expect(all.map(({ pageNm }) => pageNm)).not.toContain('Usage Analytics')
    for (const page of all) expect(page.ccPageLocationTxt).toBe(`/demo-application/${page.pageId}`)
  })

  test('has favorites and recently opened applications', async () => {
    const tiles = await tilesOf('external.user')
    expect(tiles.filter(({ userSectionDetails }) => userSectionDetails.favoriteFlg).length).toBeGreaterThan(1)
    expect(tiles.filter(({ userSectionDetails }) => userSectionDetails.lastAccessDt).length).toBeGreaterThan(2)
    expect(tiles.some(({ userSectionDetails }) => !userSectionDetails.lastAccessDt)).toBe(true)
  })

  test('has a few links, and other.user none', async () => {
    const linksOf = async (userName: string) => {
      const browser = await signedIn(userName)
      return browser.call(listLinks, { params: { uid: browser.userId } })
    }
    expect((await linksOf('external.user')).map(({ linkNm }) => linkNm)).toEqual([
      'Public holidays',
      'Time zones of the world',
      'Weather',
    ])
    expect(await linksOf('other.user')).toEqual([])
  })

  test('has tiles and announcements different from those of other.user', async () => {
    const names = async (userName: string) => (await tilesOf(userName)).map(({ sectionNm }) => sectionNm)
    expect(await names('external.user')).not.toEqual(await names('other.user'))
    const titles = async (userName: string) =>
      (await (await signedIn(userName)).call(listAnnouncements, {})).map(({ titleText }) => titleText)
    const [own, others] = [await titles('external.user'), await titles('other.user')]
    expect(own.some((title) => title.startsWith('Meridian'))).toBe(true)
    expect(own.some((title) => title.startsWith('Cascadia'))).toBe(false)
    expect(others.some((title) => title.startsWith('Cascadia'))).toBe(true)
    expect(await titles('internal.user')).toContain('Town hall in the atrium')
    expect(own).not.toContain('Town hall in the atrium')
  })
})

test('the terminal lists every named account and how to sign in', async () => {
  const described = describeDemo(knownSecrets)
  const listed = [...described.matchAll(/^ {2}([a-z.]+) /gm)].map(([, userName]) => userName ?? '')
  expect(listed).toHaveLength(19)
  for (const userName of listed) expect(await account(userName)).toMatchObject({ user_name: userName })
  expect(described).toContain(PASSWORD)
  expect(described).toContain(`external.user      external`)
})
