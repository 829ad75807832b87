import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  getAdminMenu,
  getBrandingColor,
  getBrandingHomeBackground,
  getBrandingLogo,
  getDefaultBranding,
  getPrimaryButtonColor,
} from '@portico/contract/branding.ts'
import { logForUser } from '@portico/contract/client-log.ts'
import type { Gate } from '@portico/contract/kit/guard.ts'
import { listLinks } from '@portico/contract/links.ts'
import { getSessionTimeout, logout, staySignedIn } from '@portico/contract/session.ts'
import { acceptLicence, getLicence, getManifest, getPreloginCsrfToken } from '@portico/contract/sign-in.ts'
import { answer, answerAfter, asked, fail, refuse } from '../../test/answer.ts'
import { signInAs } from '../../test/people.ts'
import { renderPage } from '../../test/render-page.tsx'
import { currentSession } from '../api/session.ts'

// The frame is tested around an empty page: what home shows is told beside home.
vi.mock('../portal/home/home-queries.ts', () => ({ loadHome: () => Promise.resolve() }))
vi.mock('../portal/home/HomePage.tsx', () => ({ HomePage: () => <h1>Welcome</h1> }))

// A page that fails by itself, with whatever a test gives it.
const broken = vi.hoisted(() => ({ by: new Error('') }))
vi.mock('../portal/contact-us/contact-queries.ts', () => ({ loadContact: () => Promise.reject(broken.by) }))

const home = '/content-authenticated/home'

beforeEach(() => {
  answer(getSessionTimeout, 30)
  answer(getAdminMenu, [])
  answer(getBrandingColor, '1f3a5f')
  answer(getPrimaryButtonColor, '8b1e3f')
  answer(getBrandingLogo, { image: null, url: '/ccservices/images/branding/logo' })
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

test('the administration menu names every page that I hold, and says of those without a screen that there is none yet (AUTZ-007)', async () => {
  answer(getAdminMenu, [
    { pageId: 901, pageNm: 'User Administration' },
    { pageId: 905, pageNm: 'Audit' },
  ])
  const { person, address } = await openHome()
  await person.click(await screen.findByRole('button', { name: /Administration/ }))
  const users = await entry('User Administration')
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'User Administration',
    'Audit',
  ])
  expect(users.getAttribute('aria-disabled')).toBe('true')
  const reason = document.getElementById(users.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('This screen is not part of this version yet.')
  await person.click(users)
  expect(address()).toBe(home)
  expect(await entry('Audit')).toBeDefined()
})

test('without administration pages there is no administration menu', async () => {
  await openHome()
  expect(screen.queryByText('Administration')).toBeNull()
})

test('without a session I am sent to sign in, and come back to where I wanted to go (SIGN-010)', async () => {
  const { address } = renderPage(`${home}?sort=recent`)
  await screen.findByText('You are not logged in. Please login again.')
  expect(address()).toBe('/login?notLoggedIn=true')
  act(() => signInAs())
  await waitFor(() => expect(address()).toBe(`${home}?sort=recent`))
})

test('the front door leads home, or to sign in (HOME-004)', async () => {
  const stranger = renderPage('/')
  await waitFor(() => expect(stranger.address()).toBe('/login'))
  signInAs()
  const known = renderPage('/')
  await waitFor(() => expect(known.address()).toBe(home))
})

test('header and footer show the client’s logo and the running version (UIGN-005, UIGN-006, BRND-003)', async () => {
  await openHome()
  const logo = within(screen.getByRole('banner')).getByRole('img')
  expect(logo.getAttribute('src')).toBe('/ccservices/images/branding/logo')
  await within(screen.getByRole('contentinfo')).findByText('Version 1.2.3')
})

test('the header shrinks once the page has moved by more than 75 pixels (UIGN-007)', async () => {
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

test('the client’s colours dress the page (BRND-001, BRND-002)', async () => {
  await openHome()
  const styles = [...document.querySelectorAll('style')].map((style) => style.textContent).join('')
  expect(styles).toContain('--tile-colour: #1f3a5f')
  expect(styles).toContain('--ui-brand: #8b1e3f')
})

test('a brand that cannot be had keeps nobody from working', async () => {
  refuse(getPrimaryButtonColor, 500, '')
  refuse(getBrandingLogo, 500, '')
  await openHome()
  expect(within(screen.getByRole('banner')).queryByRole('img')).toBeNull()
})

test('the chosen appearance is kept in a cookie', async () => {
  const { person } = await openHome()
  await person.click(await screen.findByRole('button', { name: /Account menu/ }))
  await person.click(await entry('Dark'))
  expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark')
  expect(document.cookie).toContain('portal-theme=dark')
  expect(localStorage.getItem('mantine-color-scheme-value')).toBeNull()
})

test('the sign-in page that follows wears the brand of the place, not that of the client I was at', async () => {
  answer(getDefaultBranding, {
    defaultColorTxt: '1f3a5f',
    defaultPryButtonColorTxt: '1c64f2',
    defaultLogoUrl: '/ccservices/images/branding/default-logo',
    defaultLoginPageBgUrl: null,
  })
  const { person } = await openHome()
  await person.click(await screen.findByRole('button', { name: /Account menu/ }))
  await person.click(await entry('Sign out'))
  await screen.findByText('You have signed out.')
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual([
    '/ccservices/images/branding/default-logo',
  ])
})

test('signing out ends the session at the server and leaves nothing behind (SESS-017, LOUT-002)', async () => {
  const { person, address } = await openHome()
  await person.click(await screen.findByRole('button', { name: /Account menu/ }))
  await person.click(await entry('Sign out'))
  await screen.findByText('You have signed out.')
  expect(address()).toBe('/login')
  expect(asked(logout)[0]?.path).toContain('/cpusers/7/logout-service')
  expect(sessionStorage.length).toBe(0)
})

test('after signing out nothing warns of the end of a session any more, not even while the page changes (LOUT-003)', async () => {
  await openHome()
  const clock = vi.spyOn(Date, 'now')
  onTestFinished(() => clock.mockRestore())
  const begun = Date.now()
  /** Waking up is a moment at which the watch looks at the clock. */
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
  await screen.findByText('You have signed out.')
  wakeAfter(31)
  expect(screen.getByText('You have signed out.')).toBeDefined()
})

test('an unanswered sign-out signs out all the same', async () => {
  refuse(logout, 503, 'Busy.')
  const { person, address } = await openHome()
  await person.click(await screen.findByRole('button', { name: /Account menu/ }))
  await person.click(await entry('Sign out'))
  await waitFor(() => expect(address()).toBe('/login'))
  expect(currentSession()).toBeNull()
})

describe('a gate that only the server knows of, as after a reload', () => {
  const closed = (closedGate: Gate) =>
    refuse(getSessionTimeout, 403, 'Finish signing in before you use this.', { closedGate })

  test('leads to the licence, and from there to the page that was wanted (SIGN-040)', async () => {
    closed('licence')
    answer(getLicence, { version: 1, title: 'Terms of use', html: '<p>Be kind.</p>' })
    answer(acceptLicence, { eulaAcceptedDt: new Date() })
    signInAs()
    const { address } = renderPage(`${home}?sort=RECENTLY_USED`)
    await screen.findByRole('heading', { name: 'Terms of use' })
    expect(address()).toBe('/licence')
    answer(getSessionTimeout, 30)
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
    await screen.findByRole('heading', { name: 'Welcome' })
  })

  test.each(['expired', 'secured', 'temporary', 'question'] as const)(
    'is known from then on, whatever this browser thought: %s',
    async (gate) => {
      closed(gate)
      signInAs()
      renderPage(home)
      await waitFor(() => expect(currentSession()?.gate).toBe(gate))
    },
  )

  test('is no guess: a plain refusal means that what is kept here names somebody else, who signs in anew (S31)', async () => {
    refuse(getSessionTimeout, 403, 'You may not do this.')
    answer(logout, null)
    signInAs()
    renderPage(home)
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(currentSession()).toBeNull()
  })
})

test('a page that cannot be shown says what to do, and the server learns of it (LOGG-001, LOGG-005)', async () => {
  // The console repeats what the page has dealt with.
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  refuse(getSessionTimeout, 500, 'Something broke.', null, { 'x-request-id': 'call-4711' })
  answer(logForUser, null)
  signInAs()
  renderPage(home)
  await screen.findByRole('heading', { name: 'This page could not be shown' })
  within(screen.getByRole('main')).getByText('Something broke.')
  // By this support finds the call.
  expect(screen.getByText('call-4711')).toBeDefined()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await screen.findByRole('button', { name: 'Copied' })
  expect(copied).toHaveBeenCalledWith('call-4711')
  copied.mockRejectedValue(new Error('not allowed'))
  fireEvent.click(screen.getByRole('button', { name: 'Copied' }))
  await screen.findByRole('button', { name: 'Not copied: select the text and copy it' })
  await waitFor(() => expect(asked(logForUser)).not.toEqual([]))
  expect(asked(logForUser)[0]?.body).toMatchObject({ url: home, message: 'Something broke.' })
  answer(getSessionTimeout, 30)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Welcome' })
})

test('a page that is tried again is gone on with at its heading, whether it came or failed once more', async () => {
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
  await focusIsOn('This page could not be shown')
  answer(getSessionTimeout, 30)
  await tryAgain()
  await focusIsOn('Welcome')
})

describe('an error of the page itself', () => {
  const hint = 'Try again; if it happens again, contact your Client Relations representative.'

  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue()
    vi.spyOn(console, 'warn').mockReturnValue()
    signInAs()
  })

  const openWith = (message: string) => {
    broken.by = new TypeError(message)
    renderPage('/content-authenticated/contact-us')
    return screen.findByRole('heading', { name: 'This page could not be shown' })
  }

  test('is said to be reported once it was (LOGG-001)', async () => {
    let arrive: (nothing: null) => void = () => undefined
    answerAfter(logForUser, new Promise<null>((resolve) => (arrive = resolve)))
    await openWith('x is undefined')
    await screen.findByText(hint)
    act(() => arrive(null))
    await screen.findByText(`We have been told about it. ${hint}`)
  })

  test('is not said to be reported when nobody could be told', async () => {
    fail(logForUser)
    await openWith('x is undefined')
    await waitFor(() => expect(asked(logForUser)).toHaveLength(1))
    await screen.findByText(hint)
  })

  test.each([
    'Failed to fetch dynamically imported module: http://portal.test/assets/Page.js',
    'error loading dynamically imported module: http://portal.test/assets/Page.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/Page.css',
  ])('is a missing connection where a part of the portal did not come: %s', async (message) => {
    fail(logForUser)
    await openWith(message)
    await screen.findByText('There is no connection to the portal. Check your network and try again.')
  })
})

test('a page that cannot be shown keeps header and footer, and is the one main part between them', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  refuse(listLinks, 500, 'Something broke.')
  answer(logForUser, null)
  signInAs()
  renderPage('/content-authenticated/my-links')
  await screen.findByRole('heading', { name: 'This page could not be shown' })
  expect(screen.getByRole('banner')).toBeDefined()
  within(screen.getByRole('main')).getByText('Something broke.')
})

test('an address of the portal where nothing is keeps header and footer for who is signed in', async () => {
  signInAs()
  renderPage('/content-authenticated/nowhere')
  await screen.findByRole('heading', { name: 'There is nothing at this address.' })
  expect(screen.getByRole('banner')).toBeDefined()
  expect(screen.getByRole('contentinfo')).toBeDefined()
  expect(screen.getAllByRole('main')).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Go to home' }).getAttribute('href')).toBe('/')
})

test('an address where nothing is shows a way home', async () => {
  renderPage('/nowhere')
  await screen.findByRole('heading', { name: 'There is nothing at this address.' })
  expect(screen.getByRole('link', { name: 'Go to home' }).getAttribute('href')).toBe('/')
})

test.each(['/nowhere', '/content-authenticated/nowhere'])(
  'an address where nothing is has a title, and is heard and begun with as any other page: %s',
  async (nowhere) => {
    const { router } = await openHome()
    await waitFor(() => expect(document.title).toBe('Home · Portico'))
    act(() => router.history.push(nowhere))
    const words = 'There is nothing at this address.'
    const heading = await screen.findByRole('heading', { name: words })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(document.title).toBe(`${words} · Portico`)
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(words)
  },
)
