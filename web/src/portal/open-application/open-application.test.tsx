import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getReauthentication, reauthenticateByPassword } from '@portico/contract/reauthentication/reauthentication.ts'
import {
  answerSignOnRequest,
  declineSignOnRequest,
  type Launch,
  launchPage,
} from '@portico/contract/single-sign-on/single-sign-on.ts'
import { answer, answerWire, answerWith, failToConnect, refuse, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'

const HAND_OFF = '/hand-off?to=W10&seal=k.s'
const launch: Launch = {
  url: 'https://archive.example.test/acs',
  method: 'POST',
  fields: { SAMLResponse: 'cmVzcG9uc2U=' },
  openInNewWindowFlg: false,
  handOffUrl: HAND_OFF,
}
const PAGE = '/content-authenticated/open/12'
const TICKET = 't'.repeat(43)
const REQUEST = `/content-authenticated/sign-on#request=${TICKET}`
const UNAVAILABLE = 'Archive is temporarily unavailable. Try again later, or contact your administrator.'

let leave: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  answerFrame()
  leave = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

/** The browser is on its way to the page that posts to the application. */
const hasLeft = () => waitFor(() => expect(leave).toHaveBeenCalledWith(HAND_OFF))

describe('the address of an application', () => {
  test('opens it with what the portal signed, which stays in the tab (SSOA-001)', async () => {
    signInAs()
    answer(launchPage, launch)
    renderPage(PAGE)
    await hasLeft()
    expect(JSON.parse(sessionStorage.getItem('handOff') ?? '')).toEqual({ url: launch.url, fields: launch.fields })
  })

  test('lets a user with several accounts choose one, beginning with the last used (SSOA-005)', async () => {
    signInAs()
    const account = { accountTypeDesc: 'Clerk', lastUsedFlg: false }
    answer(launchPage, {
      accounts: [
        { ...account, systemAccountUserId: 1, accountUserNm: 'ANN1' },
        { ...account, systemAccountUserId: 2, accountUserNm: 'ANN2', lastUsedFlg: true },
      ],
      openInNewWindowFlg: false,
    })
    const { person } = renderPage(PAGE)
    await screen.findByRole('heading', { name: 'Choose an account' })
    const last = screen.getByRole('button', { name: /ANN2/ })
    expect(last.textContent).toContain('Clerk (last used)')
    expect(document.activeElement).toBe(last)
    answer(launchPage, launch)
    await person.click(last)
    await hasLeft()
    expect(requestsTo(launchPage).at(-1)?.search).toBe('?systemAccountUserId=2')
  })

  test('says what is wrong with one that is unavailable, and leads to the portal', async () => {
    signInAs()
    answerWith(launchPage, { code: '404', data: null, message: UNAVAILABLE })
    renderPage(PAGE)
    await screen.findByRole('heading', { name: 'This application can’t be opened now' })
    screen.getByText(UNAVAILABLE)
    screen.getByRole('link', { name: 'Go to the portal' })
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(leave).not.toHaveBeenCalled()
  })

  test('offers another attempt where the server could not be reached', async () => {
    signInAs()
    failToConnect(launchPage)
    const { person } = renderPage(PAGE)
    const again = await screen.findByRole('button', { name: 'Try again' })
    answer(launchPage, launch)
    await person.click(again)
    await hasLeft()
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example.test'])(
    'opens nothing at %s (S68)',
    async (url) => {
      signInAs()
      answer(launchPage, { ...launch, url, method: 'GET', fields: {}, handOffUrl: null })
      renderPage(PAGE)
      await screen.findByRole('heading', { name: 'This application can’t be opened now' })
      expect(leave).not.toHaveBeenCalled()
    },
  )

  test.each(['abc', '0', '-1', '1e3', '9999999999'])(
    'with %s for a page is not found, and asks nothing',
    async (id) => {
      signInAs()
      renderPage(`/content-authenticated/open/${id}`)
      await screen.findByRole('heading', { name: 'Page not found' })
      expect(requestsTo(launchPage)).toEqual([])
    },
  )
})

describe('an application that asks for a sign-on', () => {
  test('gets the user of this tab', async () => {
    signInAs()
    answer(answerSignOnRequest, launch)
    renderPage(REQUEST)
    await hasLeft()
    expect(requestsTo(answerSignOnRequest).map(({ body }) => body)).toEqual([{ ticket: TICKET }])
  })

  test('of its own gets the user once they have confirmed it’s them', async () => {
    signInAs()
    answerWire(answerSignOnRequest, { code: '401', data: { reauth: true }, message: 'Confirm it’s you to continue.' })
    answer(getReauthentication, { method: 'password', startUrl: null })
    answer(reauthenticateByPassword, null)
    const { person } = renderPage(REQUEST)
    await screen.findByRole('dialog', { name: 'Confirm it’s you' })
    await person.type(await screen.findByLabelText('Your password'), 'my password')
    answer(answerSignOnRequest, launch)
    await person.click(await screen.findByRole('button', { name: 'Confirm' }))
    await hasLeft()
  })

  test.each(['#refused', '#request=cut-off', ''])('with %j was refused: nobody is asked to sign in', async (hash) => {
    renderPage(`/content-authenticated/sign-on${hash}`)
    await screen.findByText(/We couldn’t verify the request of the application/)
    screen.getByRole('link', { name: 'Go to the portal' })
  })

  test('is refused for a user without access, with the reason', async () => {
    signInAs()
    refuse(answerSignOnRequest, 403, 'You no longer have access to this application.')
    renderPage(REQUEST)
    await screen.findByText('You no longer have access to this application.')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('and must not show anything gets an answer without a user where nobody is signed in', async () => {
    answer(declineSignOnRequest, launch)
    renderPage(`${REQUEST}&passive`)
    await hasLeft()
    expect(requestsTo(answerSignOnRequest)).toEqual([])
  })
})
