import {
  endOtherSessions,
  listSessions,
  listSignIns,
  reportSignIn,
  type SignInRow,
} from '@portico/contract/session/session.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { answer, requestsTo, refuse } from '../../../test/answer.ts'
import { answerAccount } from '../../../test/account.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { storeEmulation } from '../../api/emulation.ts'
import { currentSession, endSession, updateFirstName } from '../../api/session.ts'
import { formatInstant } from '../../ui/format.ts'

vi.mock('../home/home-queries.ts', () => ({ loadHome: () => Promise.resolve() }))
vi.mock('../home/HomePage.tsx', () => ({ HomePage: () => <h1>Welcome</h1> }))

const settings = '/content-authenticated/account-settings'

// The page's modules are loaded once, so that no test waits for them.
beforeAll(async () => {
  await Promise.all([import('./AccountSettingsPage.tsx'), import('../../shell/Shell.tsx')])
})

beforeEach(() => {
  answerFrame()
  answerAccount()
  answer(listSessions, [])
  answer(listSignIns, [])
})

test('the account menu links to my account settings', async () => {
  signInAs()
  const { person, address } = renderPage('/content-authenticated/home')
  // Only the menu that has loaded says whether it is open.
  await person.click(await screen.findByRole('button', { name: /Account menu/, expanded: false }))
  await person.click(await screen.findByRole('menuitem', { name: 'Account settings' }))
  await screen.findByRole('heading', { name: 'Account settings', level: 1 })
  await waitFor(() => expect(address()).toBe(settings))
})

test.each(['idmuser', 'federatedUser'])(
  'a user whose company manages the password (%s) sees that and is offered no change (decision D9)',
  async (kind) => {
    signInAs({ [kind]: true, daysBeforePasswordExpire: null })
    renderPage(settings)
    await screen.findByText('Managed by your company.')
    expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull()
  },
)

test.each([
  [0, 'Your password expires tomorrow.'],
  [1, 'Your password expires tomorrow.'],
  [2, 'Your password expires in 2 days.'],
])('a password that expires in %i days says “%s”', async (daysBeforePasswordExpire, words) => {
  signInAs({ daysBeforePasswordExpire })
  renderPage(settings)
  await screen.findByText(words)
})

test('of a user as whom I have signed on I see neither sessions nor second factors nor the security question, and nothing that is refused is offered (S46)', async () => {
  onTestFinished(() => {
    sessionStorage.clear()
    endSession('lost')
  })
  signInAs({ internalUserFlg: true })
  storeEmulation({
    login: {
      userId: 21,
      userNm: 'bea.ivers',
      firstNm: 'Bea',
      lastNm: 'Ivers',
      loginSessionId: 'the-emulated-token',
      internalUserFlg: false,
      idmuser: false,
      federatedUser: false,
      readOnlyFlg: false,
      emulationEndDt: new Date('2026-11-20T15:30:00Z'),
      secondsLeft: 1800,
    },
    csrfToken: 'the-emulated-csrf-token',
    administrator: { id: 7, userNm: 'ann.smith', firstNm: 'Ann' },
    returnTo: settings,
  })
  // The page reads the storage again, as after it was loaded.
  updateFirstName('Bea')
  answerAccount({ pendingEmailAddress: 'new@client.test' })
  renderPage(`${settings}?edit=user-info&change=password`)
  await screen.findByText('Waiting for confirmation')
  const panels = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(panels).toEqual([
    'Personal information',
    'Company information',
    'Notification preferences',
    'Home page',
    'Sign-in and security',
  ])
  expect(screen.queryByRole('form')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  for (const name of [/^Edit /, /^Keep /, 'Change password']) expect(screen.queryByRole('button', { name })).toBeNull()
})

describe('the index of the page', () => {
  const index = async () => within(await screen.findByRole('navigation', { name: 'On this page' }))
  const panelsOfPage = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

  test('names the panels in order, and moves the focus to the one I choose, also beside an open form', async () => {
    signInAs()
    const { person, address } = renderPage(`${settings}?edit=user-info`)
    const entries = (await index()).getAllByRole('link').map(({ textContent }) => textContent)
    expect(entries).toEqual(panelsOfPage())
    expect(entries).toContain('Security question')
    await person.type(await screen.findByLabelText('First name'), 'a')
    await person.click((await index()).getByRole('link', { name: 'Recent sign-ins' }))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Recent sign-ins' }))
    expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Anna')
    expect(address()).toBe(`${settings}?edit=user-info`)
  })

  test('names only panels that I have', async () => {
    signInAs({ federatedUser: true })
    renderPage(settings)
    const entries = (await index()).getAllByRole('link').map(({ textContent }) => textContent)
    expect(entries).toEqual(panelsOfPage())
    expect(entries).not.toContain('Security question')
  })
})

const desk = {
  sessionId: 1,
  device: 'Chrome on Linux',
  place: 'this computer',
  startDt: new Date('2026-11-21T08:00:00Z'),
  lastAccessDt: new Date('2026-11-21T08:30:00Z'),
  currentFlg: true,
}
const phone = { ...desk, sessionId: 2, device: 'Safari on iOS', place: 'the address 198.51.100.7', currentFlg: false }
const signedInOnPhone = {
  signInId: 12,
  signInDt: phone.startDt,
  outcome: 'opened' as const,
  device: phone.device,
  place: phone.place,
  currentFlg: false,
}

describe('where I am signed in', () => {
  test('the list marks this browser, and signing out the others keeps it signed in', async () => {
    signInAs()
    answer(listSessions, [desk, phone])
    answer(endOtherSessions, { endedCnt: 1 })
    const { person } = renderPage(settings)
    const region = await screen.findByRole('region', { name: 'Where you’re signed in' })
    within(region).getByText('Chrome on Linux, this computer')
    within(region).getByText('This browser')
    const moments = [formatInstant(desk.startDt), formatInstant(desk.lastAccessDt)]
    expect(within(region).getAllByText(`Signed in ${moments[0]} · Last used ${moments[1]}`)).toHaveLength(2)
    await person.click(within(region).getByRole('button', { name: 'Sign out other sessions' }))
    answer(listSessions, [desk])
    await person.click(await screen.findByRole('button', { name: 'Sign out 1 session' }))
    await screen.findByText('Other sessions signed out')
    await screen.findByText('You’re not signed in anywhere else.')
    expect(requestsTo(endOtherSessions)).toHaveLength(1)
  })

  test('a sign-in that was not mine is reported, and I choose a new password at once', async () => {
    signInAs()
    answer(listSignIns, [signedInOnPhone])
    answer(reportSignIn, { endedCnt: 1, passwordChangeFlg: true })
    const { person, address } = renderPage(settings)
    const region = await screen.findByRole('region', { name: 'Recent sign-ins' })
    await person.click(within(region).getByRole('button', { name: /^This wasn’t me: / }))
    const window = within(await screen.findByRole('dialog', { name: 'Wasn’t this you?' }))
    window.getByText(/^Signed in, /)
    window.getByText(/Safari on iOS, the address 198\.51\.100\.7/)
    await person.click(window.getByRole('button', { name: 'Secure my account' }))
    await waitFor(() => expect(address()).toBe('/gate'))
    expect(currentSession()?.gate).toBe('secured')
    expect(requestsTo(reportSignIn)[0]?.path).toMatch(/\/sign-ins\/12\/not-me$/)
  })

  test('all of my latest sign-ins are shown on request, and fewer again, without moving the focus', async () => {
    signInAs()
    answer(
      listSignIns,
      Array.from({ length: 8 }, (_, n) => ({ ...signedInOnPhone, signInId: n + 1 })),
    )
    const { person } = renderPage(settings)
    const region = await screen.findByRole('region', { name: 'Recent sign-ins' })
    const shown = () => within(region).getAllByText(/^Signed in, /).length
    expect(shown()).toBe(5)
    await person.click(within(region).getByRole('button', { name: 'Show all 8' }))
    expect(shown()).toBe(8)
    expect(document.activeElement).toBe(within(region).getByRole('button', { name: 'Show fewer' }))
    await person.keyboard('{Enter}')
    expect(shown()).toBe(5)
  })

  test('a failed attempt by someone else is shown without an action', async () => {
    signInAs()
    answer(listSignIns, [{ ...signedInOnPhone, outcome: 'failed', device: null }])
    renderPage(settings)
    const region = await screen.findByRole('region', { name: 'Recent sign-ins' })
    within(region).getByText(/^Failed, /)
    expect(within(region).queryByRole('button')).toBeNull()
  })

  test('an attempt with another open session says so, and marks this browser instead of calling it an attack', async () => {
    signInAs()
    answer(listSignIns, [
      { ...signedInOnPhone, outcome: 'duplicate', currentFlg: true },
      { ...signedInOnPhone, signInId: 11, outcome: 'factor' },
    ])
    renderPage(settings)
    const region = await screen.findByRole('region', { name: 'Recent sign-ins' })
    within(region).getByText(/^Another session was open, /)
    within(region).getByText('This browser')
    within(region).getByText(/^Correct password, second step not completed, /)
    expect(within(region).getAllByRole('button')).toHaveLength(1)
  })

  test.each([
    [5, null],
    [6, 'Show all 6'],
  ])('of %i sign-ins nothing is folded, unless there are more than five', async (count, button) => {
    signInAs()
    answer(
      listSignIns,
      Array.from({ length: count }, (_, n) => ({ ...signedInOnPhone, signInId: n + 1 })),
    )
    renderPage(settings)
    const region = await screen.findByRole('region', { name: 'Recent sign-ins' })
    expect(within(region).getAllByText(/^Signed in, /)).toHaveLength(5)
    expect(within(region).queryByRole('button', { name: /^Show / })?.textContent ?? null).toBe(button)
  })

  test.each<[SignInRow['outcome'], string]>([
    ['opened', 'Signed in, '],
    ['duplicate', 'Another session was open, '],
    ['factor', 'Correct password, second step not completed, '],
    ['stopped', 'Correct password, access denied, '],
    ['failed', 'Failed, '],
  ])('a sign-in that ended as %s says “%s” and when', async (outcome, words) => {
    signInAs()
    answer(listSignIns, [{ ...signedInOnPhone, outcome }])
    renderPage(settings)
    const region = await screen.findByRole('region', { name: 'Recent sign-ins' })
    within(region).getByText(`${words}${formatInstant(signedInOnPhone.signInDt)}`)
  })

  test.each([
    ['a password of the portal', {}, /choose a new password/],
    ['a company directory', { idmuser: true }, /Change your password with your company\.$/],
    ['the sign-on of a company', { federatedUser: true }, /Change your password with your company\.$/],
  ])('with %s, the window says where the password is changed', async (_how, who, words) => {
    signInAs(who)
    answer(listSignIns, [signedInOnPhone])
    const { person } = renderPage(settings)
    await person.click(await screen.findByRole('button', { name: /^This wasn’t me: / }))
    within(await screen.findByRole('dialog', { name: 'Wasn’t this you?' })).getByText(words)
  })

  test('where no password is to be chosen, what I reported is gone from both lists', async () => {
    signInAs({ federatedUser: true })
    answer(listSessions, [desk, phone])
    answer(listSignIns, [signedInOnPhone])
    answer(reportSignIn, { endedCnt: 1, passwordChangeFlg: false })
    const { person } = renderPage(settings)
    await person.click(await screen.findByRole('button', { name: /^This wasn’t me: / }))
    answer(listSessions, [desk])
    answer(listSignIns, [])
    await person.click(await screen.findByRole('button', { name: 'Secure my account' }))
    await screen.findByText('You’re not signed in anywhere else.')
    await screen.findByText('No sign-ins yet.')
  })

  test('the server’s error is shown in the dialog', async () => {
    signInAs()
    answer(listSignIns, [signedInOnPhone])
    refuse(reportSignIn, 422, 'This sign-in was made in the browser you’re using.')
    const { person } = renderPage(settings)
    await person.click(await screen.findByRole('button', { name: /^This wasn’t me: / }))
    await person.click(await screen.findByRole('button', { name: 'Secure my account' }))
    await screen.findByText('This sign-in was made in the browser you’re using.')
  })
})
