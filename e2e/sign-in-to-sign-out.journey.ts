import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, PASSWORD } from './visitor.ts'

beforeAll(openBrowser)
afterAll(closeBrowser)

describe('an employee of a client', () => {
  test('signs in, opens an application and signs out (SIGN-001, SIGN-007..009, SIGN-031, SIGN-043, HOME-001, HOME-004..007, UIGN-005, UIGN-006)', async () => {
    const visitor = await newVisitor()
    const { page, context } = visitor
    await visitor.visit('/')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await visitor.fillSignIn('external.user')
    await visitor.waitForHome()
    expect(new URL(page.url()).pathname).toBe('/content-authenticated/home')
    expect(await page.getByRole('contentinfo').innerText()).toMatch(/Version \d+\.\d+\.\d+/)

    const opened = context.waitForEvent('page')
    await visitor.tiles().filter({ hasText: '1 page' }).first().getByRole('button').first().click()
    const application = await opened
    await application.getByRole('heading', { name: /^Welcome to/ }).waitFor()
    expect(application.url()).toContain('/demo-application/')
    await application.close()

    await visitor.tiles().filter({ hasText: 'pages' }).first().getByRole('button').first().click()
    await page.getByRole('dialog', { name: /.+/ }).waitFor()
    await visitor.escape()
    await visitor.signOut()
    await visitor.visit('/content-authenticated/home')
    await page.getByText('You are not logged in. Please login again.').waitFor()
    visitor.expectCleanConsole()
  })

  test('with three wrong attempts before the right one signs in anyway, while the browser is checked in the background (SIGN-014, SIGN-062)', async () => {
    const visitor = await newVisitor()
    await visitor.visit('/login')
    for (let mistyped = 0; mistyped < 3; mistyped++) {
      const answered = visitor.page.waitForResponse((response) => response.url().endsWith('/login-service'))
      await visitor.fillSignIn('other.user', `not-my-password-${mistyped}`)
      expect(await (await answered).json()).toMatchObject({ code: '204' })
      // The form accepts the next attempt only after this message.
      await visitor.page.getByText('Invalid Login ID or Password.').waitFor()
    }
    const checked = visitor.page.waitForResponse((response) => response.url().endsWith('/human-check/siteverify'))
    await visitor.fillSignIn('other.user')
    expect(await (await checked).json()).toMatchObject({ code: '200' })
    await visitor.waitForHome()
    visitor.expectCleanConsole()
    await visitor.signOut()
  })

  test('with a wrong password sees an error, keeps the name and signs in at the next attempt (SIGN-045, SIGN-033)', async () => {
    const visitor = await newVisitor()
    await visitor.visit('/login')
    await visitor.fillSignIn('external.user', 'not-my-password')
    await visitor.page.getByText('Invalid Login ID or Password.').waitFor()
    expect(await visitor.page.getByLabel('User ID').inputValue()).toBe('external.user')
    expect(await visitor.page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    await visitor.typeInto(visitor.page.getByLabel('Password', { exact: true }), PASSWORD)
    await visitor.page.keyboard.press('Enter')
    await visitor.waitForHome()
    await visitor.signOut()
  })

  test.each(['404', '500'])(
    'sees an error of the sign-in service (%s), stays at sign-in and signs in afterwards (SIGN-035)',
    async (code) => {
      const visitor = await newVisitor()
      const { page } = visitor
      const envelope = JSON.stringify({ code, data: null, message: 'an inner word' })
      const problem = { status: Number(code), contentType: 'application/json', body: envelope }
      await page.route('**/login-service', (route) => route.fulfill(problem), { times: 1 })
      await visitor.visit('/login')
      await visitor.fillSignIn('external.user')
      await page.getByText('The portal is having problems right now. Try again later.').waitFor()
      expect(new URL(page.url()).pathname).toBe('/login')
      expect(await page.getByText('an inner word').count()).toBe(0)
      await visitor.fillSignIn('external.user')
      await visitor.waitForHome()
      await visitor.signOut()
    },
  )

  test('on a low phone finds the heading where it was when a refusal of two lines stands above it', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await page.setViewportSize({ width: 360, height: 640 })
    await page.route('**/login-service', (route) => route.fulfill({ status: 500, body: '' }))
    await visitor.visit('/login')
    const heading = page.getByRole('heading', { name: 'Sign in' })
    await heading.waitFor()
    await visitor.waitForContent()
    const place = await heading.boundingBox()
    await visitor.fillSignIn('external.user')
    await page.getByText('The portal is having problems right now. Try again later.').waitFor()
    expect(await heading.boundingBox()).toEqual(place)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(640)
  })

  test('with a session elsewhere must confirm, and the other browser is signed out (SIGN-012, SIGN-036, SIGN-037)', async () => {
    const first = await newVisitor()
    await first.signIn('other.user')
    const second = await newVisitor()
    await second.visit('/login')
    await second.fillSignIn('other.user')
    const dialog = second.page.getByRole('dialog', { name: 'You’re already signed in elsewhere' })
    await dialog.waitFor()
    expect(await dialog.innerText()).toContain('Chrome on Linux')
    await second.expectAccessible()
    await dialog.getByRole('button', { name: 'Continue here' }).click()
    await second.page.getByRole('heading', { name: 'Applications' }).waitFor()
    await first.page.reload()
    await first.page.getByText('You were signed out because you signed in somewhere else.').waitFor()
    await second.signOut()
  })

  test('without a session reaches sign-in with the specified message, and afterwards the requested page (SIGN-010)', async () => {
    const visitor = await newVisitor()
    await visitor.visit('/content-authenticated/home?q=report')
    await visitor.page.getByText('You are not logged in. Please login again.').waitFor()
    await visitor.fillSignIn('external.user')
    await visitor.waitForHome()
    expect(new URL(visitor.page.url()).searchParams.get('q')).toBe('report')
    await visitor.signOut()
  })
})

describe('the browser storage (SESS-001..015, SESS-021..023)', () => {
  test('has the specified entries at the specified places, and none after signing out (S30)', async () => {
    const visitor = await newVisitor()
    const kept = () =>
      visitor.page.evaluate(() => ({
        session: Object.keys(sessionStorage).toSorted(),
        local: Object.keys(localStorage).toSorted(),
      }))
    await visitor.visit('/login')
    await visitor.page.waitForFunction(() => localStorage.getItem('preLoginCsrfToken') !== null)
    expect((await kept()).session).toEqual([])
    await visitor.fillSignIn('external.user')
    await visitor.waitForHome()
    const before = await kept()
    expect(before.session).toEqual(['csrfToken', 'sessionToken', 'uname'])
    // The version is the application’s own.
    expect(before.local.filter((name) => name !== 'buildVersion')).toEqual([
      'activeApps',
      'daysBeforePasswordExpire',
      'hasSecurityQuestion',
      'internalUserFlg',
      'isEmulated',
      'isFederatedUser',
      'isIdmUser',
      'isTemporaryPassword',
      'loggedinHeaderFirstNm',
      'passwordExpiredFlg',
      'uid',
    ])
    const values = await visitor.page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
    expect(values).not.toContain('@')
    await visitor.signOut()
    const after = await kept()
    expect(after.session).toEqual([])
    expect(after.local.filter((name) => name !== 'preLoginCsrfToken' && name !== 'buildVersion')).toEqual([])
  })

  test('grants nothing: another user and administrator flags written into it reveal no data of that user (S31)', async () => {
    const visitor = await newVisitor()
    await visitor.signIn('external.user')
    await visitor.page.evaluate(() => {
      localStorage.setItem('uid', '1')
      localStorage.setItem('internalUserFlg', 'Y')
      localStorage.setItem('isEmulated', 'Y')
    })
    await visitor.page.reload()
    await visitor.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('is passed to a second tab, which is signed in at once (decision B24)', async () => {
    const visitor = await newVisitor()
    await visitor.signIn('external.user')
    const tab = await visitor.context.newPage()
    await tab.goto(new URL('/content-authenticated/home', visitor.page.url()).href)
    await tab.getByRole('heading', { name: 'Applications' }).waitFor()
    await visitor.signOut()
    await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})

test('a user who has not accepted the license reads it, accepts and reaches home (SIGN-040)', async () => {
  const visitor = await newVisitor()
  await visitor.visit('/login')
  await visitor.fillSignIn('unlicensed.user')
  await visitor.page.getByRole('heading', { level: 1 }).filter({ hasText: /./ }).waitFor()
  await visitor.page.getByRole('button', { name: 'Accept' }).waitFor()
  await visitor.expectAccessible()
  await visitor.page.getByRole('button', { name: 'Accept' }).click()
  await visitor.page.getByRole('heading', { name: 'Applications' }).waitFor()
})

test.each([
  ['inactive.user', /inactive/],
  ['locked.user', /locked/],
  ['deleted.user', /Invalid Login ID or Password\./],
])('%s sees why and stays signed out (SIGN-038)', async (userName, sentence) => {
  const visitor = await newVisitor()
  await visitor.visit('/login')
  await visitor.fillSignIn(userName)
  await visitor.page.getByText(sentence).waitFor()
})
