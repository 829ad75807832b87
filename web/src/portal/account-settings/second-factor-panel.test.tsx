import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import type { NewPasskey } from '@portico/contract/second-factor/passkey.ts'
import { listSessions, listSignIns } from '@portico/contract/session/session.ts'
import * as calls from '@portico/contract/second-factor/second-factor.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, requestsTo, refuse } from '../../../test/answer.ts'
import { answerAccount } from '../../../test/account.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'

const createPasskey = vi.hoisted(() => vi.fn())
vi.mock('../../api/passkeys.ts', () => ({ createPasskey }))

const settings = '/content-authenticated/account-settings'
const bare: calls.OwnFactors = {
  provider: 'built-in',
  isRequired: false,
  hasPassword: true,
  authenticator: null,
  passkeys: [],
  recoveryCodesLeft: 0,
  trustedDevices: [],
}
const added = new Date('2026-11-20T12:00:00Z')
const full: calls.OwnFactors = {
  ...bare,
  authenticator: { addedDt: added, lastUsedDt: null },
  passkeys: [{ passkeyId: 5, name: 'Safari on iOS', addedDt: added, lastUsedDt: new Date('2026-11-21T12:00:00Z') }],
  recoveryCodesLeft: 8,
  trustedDevices: [
    {
      deviceId: 9,
      device: 'Chrome on Linux',
      place: 'this computer',
      lastUsedDt: added,
      expiresDt: new Date('2026-12-20T12:00:00Z'),
      isThisOne: true,
    },
  ],
}
const passkeyOptions: DataOf<typeof calls.addPasskey> = {
  challenge: 'AAAA',
  rp: { id: 'portal.test', name: 'Portico' },
  user: { id: 'dQ', name: 'ann.smith', displayName: 'Ann' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 120_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred', requireResidentKey: false },
}
const newPasskey: NewPasskey = {
  id: 'AQ',
  rawId: 'AQ',
  type: 'public-key',
  response: { clientDataJSON: 'AQ', attestationObject: 'AQ' },
}
const recoveryCodes = ['aaaa-bbbb-cccc', 'dddd-eeee-ffff']

beforeEach(() => {
  answerFrame()
  answerAccount()
  answer(listSessions, [])
  answer(listSignIns, [])
  answer(calls.getOwnFactors, bare)
})

async function openPanel(factors: calls.OwnFactors = bare) {
  answer(calls.getOwnFactors, factors)
  signInAs()
  const { person } = renderPage(settings)
  const region = await screen.findByRole('region', { name: 'Second factor' })
  return { person, panel: within(region) }
}

const givePassword = async (person: Awaited<ReturnType<typeof openPanel>>['person'], button: string) => {
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByLabelText('Current password'), 'the-password')
  await person.click(dialog.getByRole('button', { name: button }))
  return dialog
}

test('a user without one sees that, and gets recovery codes with the first one', async () => {
  const { panel } = await openPanel()
  panel.getByText('Not set up')
  panel.getByText('You get recovery codes when you set up your first second factor.')
  panel.getByText('No trusted devices')
  expect(panel.queryByRole('button', { name: 'Get new codes' })).toBeNull()
})

test('I see my factors, their dates, and my trusted devices', async () => {
  const { panel } = await openPanel(full)
  panel.getByText('Added 11/20/2026, not used yet')
  panel.getByText('Added 11/20/2026, last used 11/21/2026')
  panel.getByText('8 of 10 left')
  panel.getByText('This device')
  panel.getByText(/this computer, last used 11\/20\/2026, .*12\/20\/2026/)
})

test('a passkey alone has recovery codes too', async () => {
  const { panel } = await openPanel({ ...full, authenticator: null })
  panel.getByText('8 of 10 left')
  panel.getByRole('button', { name: 'Get new codes' })
})

describe('a new authenticator app', () => {
  test('is set up after the password, by QR code or key and its first code', async () => {
    answer(calls.addAuthenticator, { secret: 'JBSWY3DPEHPK3PXP', address: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' })
    answer(calls.confirmAuthenticator, { recoveryCodes })
    const { person, panel } = await openPanel()
    await person.click(panel.getByRole('button', { name: 'Set up app' }))
    const dialog = await givePassword(person, 'Continue')
    await dialog.findByRole('img', { name: 'QR code for your authenticator app' })
    expect(requestsTo(calls.addAuthenticator)[0]?.body).toEqual({ currentPassword: 'the-password' })
    await person.type(dialog.getByLabelText('Code'), '123456')
    const heading = await dialog.findByRole('heading', { name: 'Save your recovery codes' })
    expect(document.activeElement).toBe(heading)
    answer(calls.getOwnFactors, { ...full, recoveryCodesLeft: 10 })
    await person.click(dialog.getByRole('button', { name: 'I’ve saved these codes' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('with a wrong password shows the error at its field, and nothing else happens', async () => {
    const message = 'That is not your current password.'
    refuse(calls.addAuthenticator, 422, message, [{ field: 'currentPassword', message }])
    const { person, panel } = await openPanel()
    await person.click(panel.getByRole('button', { name: 'Set up app' }))
    const dialog = await givePassword(person, 'Continue')
    await dialog.findByText(message)
    expect(dialog.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true')
  })

  test('needs the password, which is not called optional, and sends nothing without', async () => {
    const { person, panel } = await openPanel()
    await person.click(panel.getByRole('button', { name: 'Set up app' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByText('Optional')).toBeNull()
    await person.click(dialog.getByRole('button', { name: 'Continue' }))
    await dialog.findByText('This field is required')
    expect(requestsTo(calls.addAuthenticator)).toEqual([])
  })

  test('a canceled passkey prompt is no error of the password', async () => {
    answer(calls.addPasskey, passkeyOptions)
    createPasskey.mockResolvedValueOnce(null)
    const { person, panel } = await openPanel()
    await person.click(panel.getByRole('button', { name: 'Add passkey' }))
    const dialog = await givePassword(person, 'Continue')
    expect((await dialog.findByRole('alert')).textContent).toContain('We couldn’t verify it’s you.')
    expect(dialog.getByLabelText('Current password').getAttribute('aria-invalid')).not.toBe('true')
    const next = Promise.withResolvers<null>()
    createPasskey.mockReturnValueOnce(next.promise)
    await person.click(dialog.getByRole('button', { name: 'Continue' }))
    await expect.poll(() => dialog.queryByRole('alert')).toBeNull()
    next.resolve(null)
    await dialog.findByRole('alert')
  })
})

test('a passkey that the browser made is set up with the first recovery codes, and is in the list', async () => {
  answer(calls.addPasskey, passkeyOptions)
  answer(calls.confirmPasskey, { recoveryCodes })
  createPasskey.mockResolvedValueOnce(newPasskey)
  const { person, panel } = await openPanel()
  await person.click(panel.getByRole('button', { name: 'Add passkey' }))
  answer(calls.getOwnFactors, full)
  const dialog = await givePassword(person, 'Continue')
  await dialog.findByRole('heading', { name: 'Save your recovery codes' })
  expect(requestsTo(calls.confirmPasskey)[0]?.body).toMatchObject({ credential: { id: 'AQ' } })
  for (const code of recoveryCodes) dialog.getByText(code)
  await person.click(dialog.getByRole('button', { name: 'I’ve saved these codes' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await panel.findByText('Safari on iOS')
})

test('another passkey is set up without new codes, and a message says so', async () => {
  answer(calls.addPasskey, passkeyOptions)
  answer(calls.confirmPasskey, { recoveryCodes: [] })
  createPasskey.mockResolvedValueOnce(newPasskey)
  const { person, panel } = await openPanel(full)
  await person.click(panel.getByRole('button', { name: 'Add passkey' }))
  await givePassword(person, 'Continue')
  await screen.findByText('Second factor set up.')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('the app is removed after the password, and the panel offers to set it up', async () => {
  answer(calls.removeAuthenticator, null)
  const { person, panel } = await openPanel({ ...full, passkeys: [] })
  await person.click(panel.getByRole('button', { name: 'Remove' }))
  await screen.findByRole('dialog', { name: 'Remove the authenticator app?' })
  await screen.findByText('Its codes will stop working.')
  answer(calls.getOwnFactors, bare)
  await givePassword(person, 'Remove')
  await screen.findByText('Removed.')
  expect(requestsTo(calls.removeAuthenticator)[0]?.body).toEqual({ currentPassword: 'the-password' })
  await panel.findByRole('button', { name: 'Set up app' })
})

test('new recovery codes come after the password, are shown once, and the panel counts them', async () => {
  answer(calls.renewRecoveryCodes, { recoveryCodes })
  const { person, panel } = await openPanel(full)
  await person.click(panel.getByRole('button', { name: 'Get new codes' }))
  await screen.findByText('Your current codes will stop working.')
  answer(calls.getOwnFactors, { ...full, recoveryCodesLeft: 10 })
  const dialog = await givePassword(person, 'Continue')
  await dialog.findByRole('heading', { name: 'Save your recovery codes' })
  expect(requestsTo(calls.renewRecoveryCodes)[0]?.body).toEqual({ currentPassword: 'the-password' })
  for (const code of recoveryCodes) dialog.getByText(code)
  // Nothing but the button closes it: they are not shown again.
  await person.keyboard('{Escape}')
  expect(screen.getByRole('dialog')).toBeDefined()
  await person.click(dialog.getByRole('button', { name: 'I’ve saved these codes' }))
  await panel.findByText('10 of 10 left')
})

test('a passkey is removed by name, after the password', async () => {
  answer(calls.removePasskey, null)
  const { person, panel } = await openPanel(full)
  await person.click(panel.getByRole('button', { name: 'Remove: Safari on iOS' }))
  await screen.findByRole('dialog', { name: 'Remove this passkey?' })
  await screen.findByText('“Safari on iOS” will stop working.')
  await givePassword(person, 'Remove')
  await expect
    .poll(() => requestsTo(calls.removePasskey)[0]?.body)
    .toEqual({ passkeyId: 5, currentPassword: 'the-password' })
})

test('a device that is no longer trusted needs the second factor again', async () => {
  answer(calls.revokeTrustedDevice, null)
  const { person, panel } = await openPanel(full)
  answer(calls.getOwnFactors, { ...full, trustedDevices: [] })
  await person.click(panel.getByRole('button', { name: 'Stop trusting: Chrome on Linux' }))
  await panel.findByText('No trusted devices')
  expect(requestsTo(calls.revokeTrustedDevice)[0]?.body).toEqual({ deviceId: 9 })
})

test('with DUO, the panel says to change it there', async () => {
  const { panel } = await openPanel({ ...bare, provider: 'duo' })
  panel.getByText('DUO manages your second factor. Change it there.')
  expect(panel.queryByRole('button', { name: 'Set up app' })).toBeNull()
})
