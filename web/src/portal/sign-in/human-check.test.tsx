import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getHumanCheck, passHumanCheck } from '@portico/contract/human-check/human-check.ts'
import { askSecurityQuestion } from '@portico/contract/password/password.ts'
import { login } from '@portico/contract/sign-in/sign-in.ts'
import { answer, answerWith, requestsTo, refuse } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { ann } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'

vi.mock('../home/home-queries.ts', () => ({ loadHome: () => Promise.resolve() }))
vi.mock('../home/HomePage.tsx', () => ({ HomePage: () => <h1>Welcome</h1> }))

interface Drawn {
  sitekey: string
  action: string
  callback: (token: string) => void
  'expired-callback': () => void
  'error-callback': () => void
}

/** The widgets that the page has rendered, oldest first. */
const drawn: Drawn[] = []
const service = { kind: 'turnstile' as const, scriptUrl: 'https://check.test/api.js', siteKey: 'the-site-key' }
const proofOfWork = {
  parameters: { algorithm: 'PBKDF2/SHA-256', nonce: 'n', salt: 's', cost: 1, keyLength: 32, keyPrefix: '00' },
  signature: 'signed',
}

beforeEach(() => {
  answerFrame()
  answer(getHumanCheck, { proofOfWork: null, service })
  answer(passHumanCheck, { success: true })
  vi.stubGlobal('turnstile', {
    render: (place: HTMLElement, options: Drawn) => {
      place.textContent = 'the widget'
      return drawn.push(options)
    },
    remove: () => undefined,
  })
})
afterEach(() => {
  drawn.length = 0
  vi.unstubAllGlobals()
})

const checkNeeded = () =>
  answerWith(login, { code: '204', data: { humanCheck: true }, message: 'Please wait a moment.' })
const letIn = () => answer(login, ann, { headers: { 'x-csrf-token': 'session-csrf-token' } })

/** Submits the form and gets the check. */
async function meetCheck() {
  checkNeeded()
  const { person, address } = renderPage('/login')
  await person.type(await screen.findByLabelText('User ID'), 'ann.smith')
  await person.type(screen.getByLabelText('Password'), 'right')
  await person.click(screen.getByRole('button', { name: 'Login' }))
  const dialog = await screen.findByRole('dialog', { name: 'Verify you’re human' })
  await within(dialog).findByText('the widget')
  return { person, dialog, address }
}

test('a service checks me in a dialog, and then the sign-in continues automatically (SIGN-014, SIGN-062)', async () => {
  await meetCheck()
  expect(drawn).toMatchObject([{ sitekey: 'the-site-key', action: 'sign-in' }])
  letIn()
  drawn[0]?.callback('token-of-the-service')
  await screen.findByRole('heading', { name: 'Welcome' })
  expect(requestsTo(passHumanCheck).map(({ body }) => body)).toEqual([{ token: 'token-of-the-service' }])
  expect(requestsTo(login)).toHaveLength(2)
})

test('the dialog takes the focus and has an accessible name', async () => {
  const { dialog } = await meetCheck()
  const group = within(dialog).getByRole('group', { name: 'Security check' })
  await waitFor(() => expect(document.activeElement).toBe(group))
})

test('a failed check says why and starts again', async () => {
  const { dialog } = await meetCheck()
  answerWith(passHumanCheck, { code: '400', data: null, message: 'We couldn’t check your browser.' })
  drawn[0]?.callback('a-bad-token')
  expect((await within(dialog).findByRole('alert')).textContent).toBe('We couldn’t check your browser.')
  await waitFor(() => expect(drawn).toHaveLength(2))
  expect(requestsTo(login)).toHaveLength(1)
})

test('an expired check says so', async () => {
  const { dialog } = await meetCheck()
  drawn[0]?.['expired-callback']()
  expect((await within(dialog).findByRole('alert')).textContent).toContain('The security check expired')
})

test('a broken widget can be retried', async () => {
  const { dialog, person } = await meetCheck()
  drawn[0]?.['error-callback']()
  expect((await within(dialog).findByRole('alert')).textContent).toContain('couldn’t load the security check')
  await person.click(within(dialog).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(drawn).toHaveLength(2))
  expect(within(dialog).queryByRole('alert')).toBeNull()
})

test('cancelling keeps my entries and sends nothing', async () => {
  const { dialog, person, address } = await meetCheck()
  await person.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await screen.findByText(/You canceled the security check/)
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('right')
  expect(address()).toBe('/login')
  expect([requestsTo(passHumanCheck), requestsTo(login).length]).toEqual([[], 1])
})

test('while the service does not answer the portal, the portal’s own check runs in the background (R21)', async () => {
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage() {
        this.dispatchEvent(new MessageEvent('message', { data: { counter: 1, derivedKey: 'k' } }))
      }
      terminate() {}
    },
  )
  await meetCheck()
  refuse(passHumanCheck, 503, 'The security check isn’t responding.')
  answer(getHumanCheck, { proofOfWork, service: null })
  drawn[0]?.callback('token-of-the-service')
  await waitFor(() => expect(requestsTo(passHumanCheck)).toHaveLength(2))
  const [, own] = requestsTo(passHumanCheck).map(({ body }) => (body as { token: string }).token)
  expect(JSON.parse(atob(own ?? ''))).toEqual({ challenge: proofOfWork, solution: { counter: 1, derivedKey: 'k' } })
})

test('when the service’s script does not load I see what I can do', async () => {
  vi.stubGlobal('turnstile', undefined)
  checkNeeded()
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    setTimeout(() => (script as HTMLScriptElement).dispatchEvent(new Event('error')))
  })
  const { person } = renderPage('/login')
  await person.type(await screen.findByLabelText('User ID'), 'ann.smith')
  await person.type(screen.getByLabelText('Password'), 'right')
  await person.click(screen.getByRole('button', { name: 'Login' }))
  const dialog = await screen.findByRole('dialog', { name: 'Verify you’re human' })
  expect((await within(dialog).findByRole('alert')).textContent).toContain('use another network')
  within(dialog).getByRole('button', { name: 'Try again' })
})

test('a forgotten password requires the same check (PSWD-033)', async () => {
  answerWith(askSecurityQuestion, { code: '204', data: { humanCheck: true }, message: '' })
  const { person } = renderPage('/forgot-password')
  await person.type(await screen.findByLabelText('User ID'), 'ann.smith')
  await person.click(screen.getByRole('button', { name: /Next|Continue/ }))
  await screen.findByRole('dialog', { name: 'Verify you’re human' })
  await waitFor(() => expect(drawn).toHaveLength(1))
  answer(askSecurityQuestion, { securityQuestionId: 3, securityQuestionDscTxt: 'Your first school?' })
  drawn[0]?.callback('token-of-the-service')
  await screen.findByText('Your first school?')
})
