import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  getAdminMenu,
  getBrandingColor,
  getBrandingHomeBackground,
  getBrandingLogo,
  getDefaultBranding,
  getPrimaryButtonColor,
} from '@portico/contract/branding/branding.ts'
import { logForUser } from '@portico/contract/client-log/client-log.ts'
import type { Gate } from '@portico/contract/kit/guard.ts'
import { listLinks } from '@portico/contract/links/links.ts'
import { listReportQueue } from '@portico/contract/reports/reports.ts'
import { hasDocuments } from '@portico/contract/documents/has-documents.ts'
import { getSessionTimeout, logout, staySignedIn } from '@portico/contract/session/session.ts'
import { acceptLicense, getLicense, getManifest, getPreloginCsrfToken } from '@portico/contract/sign-in/sign-in.ts'
import { answer, answerAfter, requestsTo, failToConnect, refuse } from '../../test/answer.ts'
import { signInAs } from '../../test/people.ts'
import { renderPage } from '../../test/render-page.tsx'
import { queryClient } from '../api/query.ts'
import { currentSession } from '../api/session.ts'
import { toast } from '../ui/toast.ts'

// The frame is tested around an empty page; home has its own tests.
vi.mock('../portal/home/home-queries.ts', () => ({ loadHome: () => Promise.resolve() }))
vi.mock('../portal/home/HomePage.tsx', () => ({ HomePage: () => <h1>Welcome</h1> }))

// A page that fails with the error that a test sets.
const broken = vi.hoisted(() => ({ by: new Error('') }))
vi.mock('../portal/contact-us/contact-queries.ts', () => ({ loadContact: () => Promise.reject(broken.by) }))

const home = '/content-authenticated/home'

beforeEach(() => {
  answer(getSessionTimeout, 30)
  answer(getAdminMenu, [])
  answer(hasDocuments, false)
  answer(getBrandingColor, '1f3a5f')
  answer(getPrimaryButtonColor, '8b1e3f')
  answer(getBrandingLogo, { image: null, url: '/ccservices/images/branding/logo', darkUrl: null })
  answer(getBrandingHomeBackground, { image: null, url: null })
  answer(getManifest, { buildVersion: '1.2.3', buildDate: null, commit: null })
  answer(getPreloginCsrfToken, { humanCheck: false }, { headers: { 'x-csrf-token': 'pre-login-token' } })
  answer(logout, null)
  answer(staySignedIn, { lastAccessDt: new Date() })
})

const entry = (name: string) => screen.findByRole('menuitem', { name })

async function openHome() {
  signInAs()
  const page = renderPage(home)
  await screen.findByRole('heading', { name: 'Welcome' })
  return page
}

test('the administration menu lists every page that I may open, and opens it (AUTZ-007)', async () => {
  answer(getAdminMenu, [
    { pageId: 901, pageNm: 'Report Queue' },
    { pageId: 905, pageNm: 'Audit Trail' },
  ])
  answer(listReportQueue, [])
  const { person, address } = await openHome()
  await person.click(await screen.findByRole('button', { name: /Administration/ }))
  await entry('Report Queue')
  const entries = screen.getAllByRole('menuitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual(['Report Queue', 'Audit Trail'])
  await person.click(await entry('Report Queue'))
  await screen.findByRole('heading', { name: 'Report Queue', level: 1 })
  expect(address()).toBe('/content-authenticated/administration/report-queue')
})

test('the main menu has the document library where I have documents, and only then', async () => {
  answer(hasDocuments, true)
  await openHome()
  const link = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Document library' })
  expect(link.getAttribute('href')).toBe('/content-authenticated/document-library')
  cleanup()
  queryClient.clear()
  answer(hasDocuments, false)
  await openHome()
  expect(screen.queryByRole('link', { name: 'Document library' })).toBeNull()
})

test('without an answer about my documents the page is shown without the library in its menu', async () => {
  refuse(hasDocuments, 500, '')
  await openHome()
  expect(screen.queryByRole('link', { name: 'Document library' })).toBeNull()
})

test('without administration pages there is no administration menu', async () => {
  await openHome()
  expect(screen.queryByText('Administration')).toBeNull()
})

test('without a session I must sign in, and then reach the requested page (SIGN-010)', async () => {
  const { address } = renderPage(`${home}?sort=recent`)
  await screen.findByText('You are not logged in. Please login again.')
  expect(address()).toBe('/login?notLoggedIn=true')
  act(() => signInAs())
  await waitFor(() => expect(address()).toBe(`${home}?sort=recent`))
})

test('the root address redirects to home, or to sign-in (HOME-004)', async () => {
  const stranger = renderPage('/')
  await waitFor(() => expect(stranger.address()).toBe('/login'))
  signInAs()
  const signedIn = renderPage('/')
  await waitFor(() => expect(signedIn.address()).toBe(home))
})

test.each(['/content-authenticated', '/content-authenticated/'])(
  '%s, an address cut short, leads to home',
  async (path) => {
    signInAs()
    const { address } = renderPage(path)
    await waitFor(() => expect(address()).toBe(home))
  },
)

test('header and footer show the client’s logo and the running version (UIGN-005, UIGN-006, BRND-003)', async () => {
  await openHome()
  const logo = within(screen.getByRole('banner')).getByRole('img')
  expect(logo.getAttribute('src')).toBe('/ccservices/images/branding/logo')
  await within(screen.getByRole('contentinfo')).findByText('Version 1.2.3')
})

test.each([
  ['Skip to content', 'MAIN'],
  // There is none on this page.
  ['Skip to the list', 'A'],
])('the link “%s” leaves the address as it is', async (name, focused) => {
  const { person, address } = await openHome()
  await person.click(screen.getByRole('link', { name }))
  expect(location.hash).toBe('')
  expect(address()).toBe(home)
  expect(document.activeElement?.tagName).toBe(focused)
})

test('the header shrinks after the page has scrolled by more than 75 pixels (UIGN-007)', async () => {
  await openHome()
  const header = screen.getByRole('banner')
  const scrollTo = (y: number) => {
    vi.stubGlobal('scrollY', y)
    fireEvent.scroll(window)
  }
  scrollTo(75)
  expect(header.dataset['small']).toBeUndefined()
  scrollTo(76)
  expect(header.dataset['small']).toBe('true')
})

test('the page has the client’s colors (BRND-001, BRND-002)', async () => {
  await openHome()
  const styles = [...document.querySelectorAll('style')].map((style) => style.textContent).join('')
  expect(styles).toContain('--tile-color: #1f3a5f')
  expect(styles).toContain('--ui-brand: #8b1e3f')
})

test('a brand that fails to load does not block the page', async () => {
  refuse(getPrimaryButtonColor, 500, '')
  refuse(getBrandingLogo, 500, '')
  await openHome()
  expect(within(screen.getByRole('banner')).queryByRole('img')).toBeNull()
})

test('a message that went too quickly can be read again in the account menu', async () => {
  const { person } = await openHome()
  act(() => toast.success('Your favorite was saved.'))
  await person.click(await screen.findByRole('button', { name: /Account menu/ }))
  await person.click(await entry('Recent messages'))
  const dialog = await screen.findByRole('dialog', { name: 'Recent messages' })
  expect(within(dialog).getByText('Your favorite was saved.')).toBeTruthy()
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the account menu says under which user ID I am signed in', async () => {
  const { person } = await openHome()
  await person.click(await screen.findByRole('button', { name: /Account menu/ }))
  await entry('Account settings')
  expect(within(screen.getByRole('menu')).getByText('ann.smith')).toBeDefined()
})

test('the chosen appearance is kept in a cookie', async () => {
  const { person } = await openHome()
  await person.click(await screen.findByRole('button', { name: /Account menu/ }))
  await person.click(await entry('Dark'))
  expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark')
  expect(document.cookie).toContain('portal-theme=dark')
  await person.click(screen.getByRole('button', { name: /Account menu/ }))
  await person.click(await entry('System'))
  expect(document.cookie).toContain('portal-theme=system')
  expect(localStorage.getItem('mantine-color-scheme-value')).toBeNull()
})

test('the sign-in page after sign-out has the default brand, not that of my client', async () => {
  answer(getDefaultBranding, {
    defaultColorTxt: '1f3a5f',
    defaultPryButtonColorTxt: '1c64f2',
    defaultLogoUrl: '/ccservices/images/branding/default-logo',
    defaultLogoDarkUrl: null,
    defaultHomeBgUrl: null,
    defaultLoginPageBgUrl: null,
  })
  const { person } = await openHome()
  await person.click(await screen.findByRole('button', { name: /Account menu/ }))
  await person.click(await entry('Sign out'))
  await screen.findByText('You’ve signed out.')
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual([
    '/ccservices/images/branding/default-logo',
  ])
})

test('signing out ends the session at the server and removes all stored values (SESS-017, LOUT-002)', async () => {
  const { person, address } = await openHome()
  await person.click(await screen.findByRole('button', { name: /Account menu/ }))
  await person.click(await entry('Sign out'))
  await screen.findByText('You’ve signed out.')
  expect(address()).toBe('/login')
  expect(requestsTo(logout)[0]?.path).toContain('/cpusers/7/logout-service')
  expect(sessionStorage.length).toBe(0)
})

test('after signing out there is no warning about the session’s end, even during the navigation (LOUT-003)', async () => {
  await openHome()
  const clock = vi.spyOn(Date, 'now')
  onTestFinished(() => clock.mockRestore())
  const begun = Date.now()
  /** Waking up the computer makes the idle watch check the time. */
  const wakeAfter = (minutes: number) => {
    clock.mockReturnValue(begun + minutes * 60_000)
    fireEvent(document, new Event('visibilitychange'))
  }
  wakeAfter(29)
  const warning = await screen.findByRole('dialog', { name: 'Are you still there?' })
  fireEvent.click(within(warning).getByRole('button', { name: 'Sign out' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  wakeAfter(29.5)
  expect(screen.queryByRole('dialog')).toBeNull()
  await screen.findByText('You’ve signed out.')
  wakeAfter(31)
  expect(screen.getByText('You’ve signed out.')).toBeDefined()
})

test('a sign-out without an answer still signs out', async () => {
  refuse(logout, 503, 'Busy.')
  const { person, address } = await openHome()
  await person.click(await screen.findByRole('button', { name: /Account menu/ }))
  await person.click(await entry('Sign out'))
  await waitFor(() => expect(address()).toBe('/login'))
  expect(currentSession()).toBeNull()
})

describe('a gate that this browser does not know of, such as after a reload', () => {
  const closed = (closedGate: Gate) => refuse(getSessionTimeout, 403, 'Finish signing in first.', { closedGate })

  test('leads to the license, and from there to the requested page (SIGN-040)', async () => {
    closed('license')
    answer(getLicense, { licenseId: 1, version: 1, title: 'Terms of use', html: '<p>Be kind.</p>' })
    answer(acceptLicense, { eulaAcceptedDt: new Date() })
    signInAs()
    const { address } = renderPage(`${home}?sort=RECENTLY_USED`)
    await screen.findByRole('heading', { name: 'Terms of use' })
    expect(address()).toBe('/licence')
    answer(getSessionTimeout, 30)
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
    await screen.findByRole('heading', { name: 'Welcome' })
  })

  test.each(['expired', 'secured', 'temporary', 'question'] as const)(
    'is noted, whatever this browser had stored: %s',
    async (gate) => {
      closed(gate)
      signInAs()
      renderPage(home)
      await waitFor(() => expect(currentSession()?.gate).toBe(gate))
    },
  )

  test('is not assumed: a plain refusal means that the stored values belong to another user, who signs in again (S31)', async () => {
    refuse(getSessionTimeout, 403, 'You don’t have permission to do this.')
    answer(logout, null)
    signInAs()
    renderPage(home)
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(currentSession()).toBeNull()
  })
})

test('a page that fails to render says what to do, and the error is reported to the server (LOGG-001, LOGG-005)', async () => {
  // React logs the error that the page handled.
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  refuse(getSessionTimeout, 500, 'Something broke.', null, { 'x-request-id': 'call-4711' })
  answer(logForUser, null)
  signInAs()
  renderPage(home)
  await screen.findByRole('heading', { name: 'We couldn’t show this page' })
  within(screen.getByRole('main')).getByText('Something broke.')
  // Support finds the call by this id.
  expect(screen.getByText('call-4711')).toBeDefined()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await screen.findByRole('button', { name: 'Copied' })
  expect(copied).toHaveBeenCalledWith('call-4711')
  copied.mockRejectedValue(new Error('not allowed'))
  fireEvent.click(screen.getByRole('button', { name: 'Copied' }))
  await screen.findByRole('button', { name: 'Couldn’t copy. Select the text and copy it yourself.' })
  await waitFor(() => expect(requestsTo(logForUser)).not.toEqual([]))
  expect(requestsTo(logForUser)[0]?.body).toMatchObject({ url: home, message: 'Something broke.' })
  answer(getSessionTimeout, 30)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Welcome' })
})

test('a page of something that is gone, or not mine, says so and leads home; nothing is reported', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  refuse(getSessionTimeout, 404, 'This user no longer exists.')
  answer(logForUser, null)
  signInAs()
  renderPage(home)
  await screen.findByRole('heading', { name: 'Page not found' })
  within(screen.getByRole('main')).getByText('This user no longer exists.')
  expect(screen.getByRole('link', { name: 'Go to home' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(requestsTo(logForUser)).toEqual([])
})

test('after a retry of a failed page the focus is on its heading, whether it worked or failed again', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  refuse(getSessionTimeout, 500, 'Something broke.')
  answer(logForUser, null)
  signInAs()
  const { person } = renderPage(home)
  const tryAgain = async () => {
    const button = await screen.findByRole('button', { name: 'Try again' })
    button.focus()
    await person.keyboard('{Enter}')
    await waitFor(() => expect(button.isConnected).toBe(false))
  }
  const focusIsOn = (name: string) =>
    waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name })))
  await tryAgain()
  await focusIsOn('We couldn’t show this page')
  answer(getSessionTimeout, 30)
  await tryAgain()
  await focusIsOn('Welcome')
})

test('a page that opens by itself takes no focus from what a message offers', async () => {
  const { router } = await openHome()
  act(() => toast.success('The user has been created.', { label: 'Open the profile', run: () => undefined }))
  onTestFinished(() => toast.clear())
  const offer = await screen.findByRole('button', { name: 'Open the profile' })
  offer.focus()
  act(() => router.history.push('/content-authenticated/nowhere'))
  await screen.findByRole('heading', { name: 'Page not found' })
  await waitFor(() => expect(document.title).toContain('Page not found'))
  expect(document.activeElement).toBe(offer)
})

describe('without a network', () => {
  beforeEach(() => {
    toast.clear()
    vi.spyOn(console, 'error').mockReturnValue()
    vi.spyOn(console, 'warn').mockReturnValue()
    answer(logForUser, null)
  })
  const setOnline = (isOnline: boolean) => act(() => onlineManager.setOnline(isOnline))

  test('the page stays and one line says so, without a toast, until there is one again', async () => {
    onTestFinished(() => setOnline(true))
    const line = 'You’re offline. What you typed is kept, and the page goes on when you’re online again.'
    await openHome()
    expect(screen.queryByText(line)).toBeNull()
    expect(screen.queryByText('You’re online again.')).toBeNull()
    setOnline(false)
    expect(screen.getByText(line).closest('[role="status"]')).not.toBeNull()
    expect(screen.getByRole('heading', { name: 'Welcome' })).toBeDefined()
    expect(within(screen.getByRole('region', { name: 'Messages' })).queryAllByRole('button')).toEqual([])
    setOnline(true)
    expect(screen.queryByText(line)).toBeNull()
    expect(screen.getByText('You’re online again.').closest('[role="status"]')).not.toBeNull()
  })

  test('a page that failed for want of it is loaded once there is one, and no other', async () => {
    onTestFinished(() => setOnline(true))
    signInAs()
    const reload = vi.spyOn(location, 'reload').mockReturnValue()
    for (const [error, reloads] of [
      [new TypeError('x is undefined'), 0],
      [new TypeError('Importing a module script failed.'), 1],
    ] as const) {
      broken.by = error
      renderPage('/content-authenticated/contact-us')
      await screen.findByRole('heading', { name: 'We couldn’t show this page' })
      setOnline(false)
      setOnline(true)
      expect(reload).toHaveBeenCalledTimes(reloads)
      cleanup()
    }
  })
})

describe('an error of the page itself', () => {
  const hint = 'Try again. If it keeps happening, contact your Client Relations representative.'

  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue()
    vi.spyOn(console, 'warn').mockReturnValue()
    signInAs()
  })

  const openWith = (message: string) => {
    broken.by = new TypeError(message)
    renderPage('/content-authenticated/contact-us')
    return screen.findByRole('heading', { name: 'We couldn’t show this page' })
  }

  test('is shown as reported once the report arrived (LOGG-001)', async () => {
    let arrive: (nothing: null) => void = () => undefined
    answerAfter(logForUser, new Promise<null>((resolve) => (arrive = resolve)))
    await openWith('x is undefined')
    await screen.findByText(hint)
    act(() => arrive(null))
    await screen.findByText(`We’ve been notified. ${hint}`)
  })

  test('is not shown as reported when the report failed', async () => {
    failToConnect(logForUser)
    await openWith('x is undefined')
    await waitFor(() => expect(requestsTo(logForUser)).toHaveLength(1))
    await screen.findByText(hint)
  })

  test('offers to load the page anew where the server lacks a part of it, and only then (R24)', async () => {
    answer(logForUser, null)
    const reload = vi.spyOn(location, 'reload').mockReturnValue()
    await openWith('Importing a module script failed.')
    await screen.findByText('The portal may have been updated after you opened it. ' + hint)
    expect(reload).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(reload).toHaveBeenCalledOnce()
    cleanup()
    await openWith('x is undefined')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(reload).toHaveBeenCalledOnce()
  })

  test.each([
    'Failed to fetch dynamically imported module: http://portal.test/assets/Page.js',
    'error loading dynamically imported module: http://portal.test/assets/Page.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/Page.css',
  ])('counts as a lost connection when a chunk fails to load: %s', async (message) => {
    failToConnect(logForUser)
    await openWith(message)
    await screen.findByText('We can’t reach the portal. Check your network connection and try again.')
  })
})

test('a page that fails to render keeps header and footer, and is the only main landmark', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  refuse(listLinks, 500, 'Something broke.')
  answer(logForUser, null)
  signInAs()
  renderPage('/content-authenticated/my-links')
  const heading = await screen.findByRole('heading', { name: 'We couldn’t show this page' })
  expect(document.activeElement).toBe(heading)
  expect(screen.getByRole('banner')).toBeDefined()
  within(screen.getByRole('main')).getByText('Something broke.')
})

test('an unknown address keeps header and footer for signed-in users', async () => {
  signInAs()
  renderPage('/content-authenticated/nowhere')
  await screen.findByRole('heading', { name: 'Page not found' })
  expect(screen.getByRole('banner')).toBeDefined()
  expect(screen.getByRole('contentinfo')).toBeDefined()
  expect(screen.getAllByRole('main')).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Go to home' }).getAttribute('href')).toBe('/')
})

test('an unknown address shows a link home', async () => {
  renderPage('/nowhere')
  await screen.findByRole('heading', { name: 'Page not found' })
  expect(screen.getByRole('link', { name: 'Go to home' }).getAttribute('href')).toBe('/')
})

test.each(['/nowhere', '/content-authenticated/nowhere'])(
  'an unknown address has a title, and is announced and focused like any other page: %s',
  async (nowhere) => {
    const { router } = await openHome()
    await waitFor(() => expect(document.title).toBe('Home · Portico'))
    act(() => router.history.push(nowhere))
    const words = 'Page not found'
    const heading = await screen.findByRole('heading', { name: words })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(document.title).toBe(`${words} · Portico`)
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(words)
  },
)
