import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { logAnonymously } from '@portico/contract/client-log/client-log.ts'
import * as calls from '@portico/contract/second-factor/second-factor.ts'
import { login } from '@portico/contract/sign-in/sign-in.ts'
import { answer, answerWith, failToConnect, requestsTo, refuse } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { ann } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'

vi.mock('../home/home-queries.ts', () => ({ loadHome: () => Promise.resolve() }))
vi.mock('../home/HomePage.tsx', () => ({ HomePage: () => <h1>Welcome</h1> }))
const signWithPasskey = vi.hoisted(() => vi.fn())
vi.mock('../../api/passkeys.ts', () => ({ signWithPasskey, createPasskey: signWithPasskey }))

const page = '/second-factor'
const codeFromApp = '123456'
const prompt: calls.SecondFactorPrompt = {
  step: 'show',
  provider: 'built-in',
  userNm: 'ann.smith',
  hasPasskey: false,
  hasAuthenticator: true,
  recoveryCodesLeft: 8,
  isSso: false,
}
const token = (letter: string) => ({ token: letter.repeat(43) })

beforeEach(() => {
  answerFrame()
  answer(calls.getSecondFactorPrompt, prompt)
  answer(calls.secondFactorLogin, token('P'))
  answer(calls.ssoEnrollmentLogin, token('P'))
  answer(calls.checkSecondFactorUser, ann, { headers: { 'x-csrf-token': 'session-csrf-token' } })
})

const arriveHome = () => screen.findByRole('heading', { name: 'Welcome' })

describe('a user with an authenticator app', () => {
  test('continues the sign-in of this tab, whose id other tabs do not learn', async () => {
    const begun = 'B'.repeat(43)
    answerWith(login, { code: '207', data: page, message: '' }, { headers: { 'x-sign-in': begun } })
    answer(calls.verifyCode, token('S'))
    const { person, address } = renderPage('/login')
    await person.type(await screen.findByLabelText('User ID'), 'ann.smith')
    await person.type(screen.getByLabelText('Password'), 'Harvest-moon-7{Enter}')
    await person.type(await screen.findByLabelText('Code'), codeFromApp)
    expect(address()).not.toContain(begun)
    await arriveHome()
    for (const call of [calls.getSecondFactorPrompt, calls.verifyCode])
      expect(requestsTo(call).map(({ headers }) => headers.get('x-sign-in'))).toEqual([begun])
    expect(JSON.stringify([Object.values(sessionStorage), Object.values(localStorage)])).not.toContain(begun)
  })

  test('types six digits and is signed in, without a submit (SIGN-003, SIGN-052, SIGN-057)', async () => {
    answer(calls.verifyCode, token('S'))
    const { person } = renderPage(page)
    await screen.findByText('ann.smith')
    await person.type(await screen.findByLabelText('Code'), codeFromApp)
    await arriveHome()
    expect(requestsTo(calls.verifyCode).map(({ body }) => body)).toEqual([{ code: codeFromApp, trustDevice: false }])
    expect(requestsTo(calls.secondFactorLogin).map(({ body }) => body)).toEqual([token('S')])
    expect(requestsTo(calls.checkSecondFactorUser)[0]?.search).toBe(`?token=${token('P').token}`)
  })

  test('sees at the field that a code was wrong, and types the next one at once', async () => {
    refuse(calls.verifyCode, 422, 'This code is incorrect', [{ field: 'code', message: 'This code is incorrect' }])
    const { person } = renderPage(page)
    const field = await screen.findByLabelText<HTMLInputElement>('Code')
    await person.type(field, codeFromApp)
    await screen.findByText('This code is incorrect')
    expect(field.value).toBe('')
    expect(document.activeElement).toBe(field)
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })

  test('has the focus at the field again after a wrong code that was sent by the button', async () => {
    refuse(calls.verifyCode, 422, 'This code is incorrect', [{ field: 'code', message: 'This code is incorrect' }])
    const { person } = renderPage(page)
    const field = await screen.findByLabelText<HTMLInputElement>('Code')
    await person.type(field, '1234')
    const button = screen.getByRole('button', { name: 'Verify' })
    await person.click(button)
    await screen.findByText('This code is incorrect')
    expect(document.activeElement).toBe(field)
    await person.click(button)
    await screen.findByText('This field is required')
    expect(document.activeElement).toBe(field)
  })

  test('may choose to trust this device, and a submit without a code shows a message', async () => {
    answer(calls.verifyCode, token('S'))
    const { person } = renderPage(page)
    await person.click(await screen.findByRole('switch', { name: /^Don’t ask on this device for 30 days/ }))
    await person.click(screen.getByRole('button', { name: 'Verify' }))
    expect(requestsTo(calls.verifyCode)).toEqual([])
    await person.type(screen.getByLabelText('Code'), codeFromApp)
    await arriveHome()
    expect(requestsTo(calls.verifyCode)[0]?.body).toEqual({ code: codeFromApp, trustDevice: true })
  })

  test('can use a recovery code instead', async () => {
    answer(calls.verifyRecoveryCode, { ...token('S'), recoveryCodesLeft: 7 })
    const { person } = renderPage(page)
    await person.click(await screen.findByRole('button', { name: 'Try another way' }))
    expect(document.activeElement?.textContent).toBe('Enter a recovery code')
    await person.click(screen.getByRole('button', { name: 'Enter a recovery code' }))
    // It may have been found on paper: it is no reason to trust this device.
    expect(screen.queryByRole('switch')).toBeNull()
    await person.type(screen.getByLabelText('Recovery code'), 'abcd-efgh-ijkl')
    await person.click(screen.getByRole('button', { name: 'Verify' }))
    await arriveHome()
    expect(requestsTo(calls.verifyRecoveryCode).map(({ body }) => body)).toEqual([{ code: 'abcd-efgh-ijkl' }])
  })

  test('sees when the time is over, and begins again from the sign-in page (SIGN-072)', async () => {
    answer(calls.verifyCode, token('S'))
    answerWith(calls.secondFactorLogin, { code: '408', data: 'This step has expired.', message: '' })
    const { person, address } = renderPage(page)
    await person.type(await screen.findByLabelText('Code'), codeFromApp)
    expect((await screen.findByRole('alert')).textContent).toBe('This step has expired.')
    await person.click(screen.getByRole('button', { name: 'Back to sign-in' }))
    await waitFor(() => expect(address()).toBe('/login'))
  })

  test('must confirm ending another session only now (SIGN-036)', async () => {
    answer(calls.verifyCode, token('S'))
    answerWith(calls.checkSecondFactorUser, {
      code: '409',
      data: { lastAccessDt: new Date('2026-11-20T10:00:00Z'), device: 'Safari on iOS', place: 'the address 192.0.2.1' },
      message: '',
    })
    const { person } = renderPage(page)
    await person.type(await screen.findByLabelText('Code'), codeFromApp)
    await screen.findByText('Safari on iOS')
    answer(calls.checkSecondFactorUser, ann, { headers: { 'x-csrf-token': 'session-csrf-token' } })
    await person.click(screen.getByRole('button', { name: 'Continue here' }))
    await arriveHome()
    expect(requestsTo(calls.checkSecondFactorUser).at(-1)?.search).toContain('confirmedHangingSession=true')
  })
})

test('a user with only one method sees at once where to get help, and no other method', async () => {
  answer(calls.getSecondFactorPrompt, { ...prompt, recoveryCodesLeft: 0 })
  renderPage(page)
  await screen.findByLabelText('Code')
  expect(screen.queryByRole('button', { name: 'Try another way' })).toBeNull()
  expect(screen.getByText(/Contact your Client Relations representative/)).toBeDefined()
})

const proof = {
  id: 'AQ',
  rawId: 'AQ',
  type: 'public-key' as const,
  response: { clientDataJSON: 'AQ', authenticatorData: 'AQ', signature: 'AQ', attestationObject: 'AQ' },
}

test('a user with a passkey uses it, and is signed in', async () => {
  answer(calls.getSecondFactorPrompt, { ...prompt, hasPasskey: true })
  answer(calls.startPasskeyCheck, {
    challenge: 'AAAA',
    rpId: 'portal.test',
    timeout: 120_000,
    userVerification: 'preferred',
    allowCredentials: [],
  })
  answer(calls.verifyPasskey, token('S'))
  signWithPasskey.mockResolvedValueOnce(proof)
  const { person } = renderPage(page)
  await person.click(await screen.findByRole('button', { name: 'Use passkey' }))
  await arriveHome()
  expect(requestsTo(calls.verifyPasskey)[0]?.body).toMatchObject({ credential: { id: 'AQ' }, trustDevice: false })
  expect(requestsTo(calls.secondFactorLogin).map(({ body }) => body)).toEqual([token('S')])
})

test('a user who cancels the passkey prompt can try again or choose another method', async () => {
  answer(calls.getSecondFactorPrompt, { ...prompt, hasPasskey: true })
  answer(calls.startPasskeyCheck, {
    challenge: 'AAAA',
    rpId: 'portal.test',
    timeout: 120_000,
    userVerification: 'preferred',
    allowCredentials: [],
  })
  signWithPasskey.mockResolvedValueOnce(null)
  const { person } = renderPage(page)
  await person.click(await screen.findByRole('button', { name: 'Use passkey' }))
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t verify it’s you.')
  await person.click(screen.getByRole('button', { name: 'Try another way' }))
  await person.click(screen.getByRole('button', { name: 'Enter a code from the app' }))
  await screen.findByLabelText('Code')
})

describe('a browser that cannot load what passkeys need', () => {
  const passkeyButton = (name: RegExp) => screen.findByRole('button', { name })
  beforeEach(() => {
    answer(logAnonymously, null)
    signWithPasskey.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  })

  /** The same file is missing each time: only the page anew helps. */
  async function isMissing(person: UserEvent) {
    const reload = vi.spyOn(location, 'reload').mockReturnValue()
    onTestFinished(() => reload.mockRestore())
    await screen.findByText(/^The portal may have been updated after you opened it. Try again. /)
    await waitFor(() => expect(requestsTo(logAnonymously)).toHaveLength(1))
    expect(document.querySelector('[aria-busy="true"]')).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    expect(reload).toHaveBeenCalledOnce()
  }

  test('says so when I sign in, and lets me try again', async () => {
    answer(calls.getSecondFactorPrompt, { ...prompt, hasPasskey: true })
    answer(calls.startPasskeyCheck, {
      challenge: 'AAAA',
      rpId: 'portal.test',
      timeout: 120_000,
      userVerification: 'preferred',
      allowCredentials: [],
    })
    const { person } = renderPage(page)
    await person.click(await passkeyButton(/^Use passkey/))
    await isMissing(person)
    signWithPasskey.mockResolvedValueOnce(null)
    await person.click(await passkeyButton(/^Use passkey/))
    await screen.findByText(/We couldn’t verify it’s you/)
  })

  test('says so when I set one up, and lets me choose again', async () => {
    answer(calls.getSecondFactorPrompt, { ...prompt, step: 'enrol', hasAuthenticator: false, recoveryCodesLeft: 0 })
    answer(calls.startPasskeyEnrollment, {
      challenge: 'AAAA',
      rp: { id: 'portal.test', name: 'Portico' },
      user: { id: 'AAAA', name: 'ann.smith', displayName: 'Ann Smith' },
      pubKeyCredParams: [],
      timeout: 120_000,
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'preferred' },
      excludeCredentials: [],
    })
    answer(calls.startAuthenticatorEnrollment, { secret: 'JBSWY3DPEHPK3PXP', address: 'otpauth://totp/x?secret=JBSW' })
    const { person } = renderPage('/second-factor/enrol')
    await person.click(await passkeyButton(/^Passkey/))
    await isMissing(person)
    await person.click(await passkeyButton(/^Authenticator app/))
    await screen.findByLabelText('Code')
  })
})

describe('a user who must set one up', () => {
  const enrolling = { ...prompt, step: 'enrol' as const, hasAuthenticator: false, recoveryCodesLeft: 0 }
  const recoveryCodes = ['aaaa-bbbb-cccc', 'dddd-eeee-ffff']

  async function setUpApp(isSso: boolean) {
    answer(calls.getSecondFactorPrompt, { ...enrolling, isSso })
    answer(calls.startAuthenticatorEnrollment, {
      secret: 'JBSWY3DPEHPK3PXP',
      address: 'otpauth://totp/Portico:ann.smith?secret=JBSWY3DPEHPK3PXP&issuer=Portico',
    })
    answer(calls.confirmAuthenticatorEnrollment, { ...token('E'), recoveryCodes })
    const { person } = renderPage('/second-factor/enrol')
    await person.click(await screen.findByRole('button', { name: /^Authenticator app/ }))
    await screen.findByRole('img', { name: 'QR code for your authenticator app' })
    screen.getByText('JBSW Y3DP EHPK 3PXP')
    await person.type(screen.getByLabelText('Code'), codeFromApp)
    const heading = await screen.findByRole('heading', { name: 'Save your recovery codes' })
    // The focused field is gone: the focus moves here.
    expect(document.activeElement).toBe(heading)
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(recoveryCodes)
    await person.click(screen.getByRole('button', { name: 'Copy codes' }))
    expect(await navigator.clipboard.readText()).toBe(recoveryCodes.join('\n'))
    await person.click(screen.getByRole('button', { name: 'I’ve saved these codes' }))
    await arriveHome()
  }

  test('scans the QR code or types the key, confirms once, and saves the codes', async () => {
    await setUpApp(false)
    expect(requestsTo(calls.secondFactorLogin).map(({ body }) => body)).toEqual([token('E')])
  })

  test('sets up a passkey, saves the codes, and is signed in', async () => {
    answer(calls.getSecondFactorPrompt, enrolling)
    answer(calls.startPasskeyEnrollment, {
      challenge: 'AAAA',
      rp: { id: 'portal.test', name: 'Portico' },
      user: { id: 'AAAA', name: 'ann.smith', displayName: 'Ann Smith' },
      pubKeyCredParams: [],
      timeout: 120_000,
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'preferred' },
      excludeCredentials: [],
    })
    answer(calls.confirmPasskeyEnrollment, { ...token('E'), recoveryCodes })
    signWithPasskey.mockResolvedValueOnce(proof)
    const { person } = renderPage('/second-factor/enrol')
    await person.click(await screen.findByRole('button', { name: /^Passkey/ }))
    await screen.findByRole('heading', { name: 'Save your recovery codes' })
    expect(requestsTo(calls.confirmPasskeyEnrollment)[0]?.body).toMatchObject({ credential: { id: 'AQ' } })
    await person.click(screen.getByRole('button', { name: 'I’ve saved these codes' }))
    await arriveHome()
    expect(requestsTo(calls.secondFactorLogin).map(({ body }) => body)).toEqual([token('E')])
  })

  test.each([
    ['with a password here', false, calls.skipEnrollment],
    ['from the company', true, calls.skipSsoEnrollment],
  ])('%s postpones it, and is signed in (SIGN-004, SIGN-054)', async (_who, isSso, skip) => {
    answer(calls.getSecondFactorPrompt, { ...enrolling, isSso })
    const data = { ...token('T'), enrollUrl: '/second-factor/enrol', canSkip: true, skipsLeft: 2 }
    answerWith(login, { code: '309', data, message: '' })
    const { person } = renderPage('/login')
    await person.type(await screen.findByLabelText('User ID'), 'ann.smith')
    await person.type(screen.getByLabelText('Password'), 'right')
    await person.click(screen.getByRole('button', { name: 'Login' }))
    answerWith(skip, { code: '408', data: 'This step has expired. Sign in again.', message: '' })
    await person.click(await screen.findByRole('button', { name: 'Not now' }))
    await screen.findByText('This step has expired. Sign in again.')
    answer(skip, token('P'))
    await person.click(screen.getByRole('button', { name: 'Not now' }))
    await arriveHome()
    expect(requestsTo(skip).at(-1)?.body).toEqual(token('T'))
  })

  test('who goes back from the app has the focus where it was chosen', async () => {
    answer(calls.getSecondFactorPrompt, enrolling)
    answer(calls.startAuthenticatorEnrollment, { secret: 'JBSWY3DPEHPK3PXP', address: 'otpauth://totp/x?secret=JBSW' })
    const { person } = renderPage('/second-factor/enrol')
    await person.click(await screen.findByRole('button', { name: /^Authenticator app/ }))
    await person.click(await screen.findByRole('button', { name: 'Back' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Authenticator app/ }))
  })

  test('who came from the company continues by its own calls (SIGN-055)', async () => {
    await setUpApp(true)
    expect(requestsTo(calls.ssoEnrollmentLogin).map(({ body }) => body)).toEqual([token('E')])
    expect(requestsTo(calls.secondFactorLogin)).toEqual([])
  })

  test.each([
    [3, true, 'You can skip this 3 more times.'],
    [1, true, 'You can skip this once more.'],
    [0, false, 'You must set this up to continue.'],
  ])(
    'sees that it can be postponed %i more times (SIGN-004, SIGN-013, SIGN-034)',
    async (skipsLeft, canSkip, sentence) => {
      const data = { ...token('T'), enrollUrl: '/second-factor/enrol', canSkip, skipsLeft }
      answerWith(login, { code: '309', data, message: '' })
      const { person } = renderPage('/login')
      await person.type(await screen.findByLabelText('User ID'), 'ann.smith')
      await person.type(screen.getByLabelText('Password'), 'right')
      await person.click(screen.getByRole('button', { name: 'Login' }))
      await screen.findByText(sentence)
      expect(screen.queryByRole('button', { name: 'Not now' }) !== null).toBe(canSkip)
    },
  )
})

describe('a user who confirms at DUO', () => {
  const atDuo = { ...prompt, provider: 'duo' as const, hasAuthenticator: false, recoveryCodesLeft: 0 }
  beforeEach(() => {
    answer(calls.getSecondFactorPrompt, atDuo)
    history.replaceState(null, '', '/')
  })
  const backFromDuo = (search: string) => {
    history.replaceState(null, '', page + search)
    return renderPage(page)
  }

  test('gets there with one click', async () => {
    answer(calls.startAtProvider, { address: 'https://api.duo.test/oauth/v1/authorize?x=1' })
    const leave = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    const { person } = renderPage(page)
    await person.click(await screen.findByRole('button', { name: 'Continue with DUO' }))
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://api.duo.test/oauth/v1/authorize?x=1'))
  })

  test('comes back and is signed in; DUO’s parameters leave the address at once', async () => {
    answer(calls.returnFromProvider, token('S'))
    backFromDuo('?state=the-state&duo_code=the-code')
    await arriveHome()
    expect(requestsTo(calls.returnFromProvider).map(({ body }) => body)).toEqual([
      { state: 'the-state', code: 'the-code', trustDevice: false },
    ])
    expect(location.search).toBe('')
  })

  test('who canceled there sees that and may try again', async () => {
    backFromDuo('?state=the-state&error=access_denied&error_description=no')
    expect((await screen.findByRole('alert')).textContent).toContain('DUO didn’t verify it’s you.')
    expect(requestsTo(calls.returnFromProvider)).toEqual([])
    expect(location.search).toBe('')
    screen.getByRole('button', { name: 'Continue with DUO' })
  })

  test('who was refused there sees the specified message (SIGN-073)', async () => {
    answerWith(calls.returnFromProvider, { code: '400', data: null, message: 'Unauthorized.' })
    backFromDuo('?state=the-state&duo_code=the-code')
    expect((await screen.findByRole('alert')).textContent).toBe('Unauthorized.')
  })

  test('sees the specified text when DUO’s answer is invalid (SIGN-074)', async () => {
    refuse(calls.returnFromProvider, 503, 'Error performing DUO enrollment.')
    backFromDuo('?state=the-state&duo_code=the-code')
    expect((await screen.findByRole('alert')).textContent).toBe('Error performing DUO enrollment.')
  })

  const backs = [
    ['the proof', calls.returnFromProvider],
    ['its exchange', calls.secondFactorLogin],
    ['the account', calls.checkSecondFactorUser],
  ] as const
  test.each(backs.flatMap(([name, endpoint]) => [401, 403, 503].map((status) => [name, status, endpoint] as const)))(
    'reads at the step what the server says where it refuses %s with %i, and may try again',
    async (...[, status, endpoint]) => {
      answer(calls.returnFromProvider, token('S'))
      refuse(endpoint, status, `Refused with ${status}.`)
      backFromDuo('?state=the-state&duo_code=the-code')
      expect((await screen.findByRole('alert')).textContent).toBe(`Refused with ${status}.`)
      screen.getByRole('button', { name: 'Continue with DUO' })
    },
  )

  test.each(backs)('may try again where the connection breaks at %s', async (_name, endpoint) => {
    answer(calls.returnFromProvider, token('S'))
    failToConnect(endpoint)
    backFromDuo('?state=the-state&duo_code=the-code')
    await screen.findByRole('alert')
    screen.getByRole('button', { name: 'Continue with DUO' })
  })

  test('sees the server’s message when DUO does not answer, and may try again (SIGN-072)', async () => {
    answerWith(calls.startAtProvider, { code: '408', data: 'We can’t reach DUO right now.', message: '' })
    const { person } = renderPage(page)
    await person.click(await screen.findByRole('button', { name: 'Continue with DUO' }))
    expect((await screen.findByRole('alert')).textContent).toBe('We can’t reach DUO right now.')
    expect(screen.getByRole('button', { name: 'Continue with DUO' }).getAttribute('aria-busy')).not.toBe('true')
  })

  test('must begin again after the time limit', async () => {
    refuse(calls.startAtProvider, 401, 'Unauthorized.')
    const { person } = renderPage(page)
    await person.click(await screen.findByRole('button', { name: 'Continue with DUO' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Start again.')
  })
})
