import { act, cleanup, screen, waitFor } from '@testing-library/react'
import * as z from 'zod/mini'
import { beforeEach, expect, test, vi } from 'vitest'
import { getWebSessionId } from '@portico/contract/session/session.ts'
import { refuse } from '../../test/answer.ts'
import { answerFrame } from '../../test/frame.ts'
import { ann, signInAs } from '../../test/people.ts'
import { renderPage } from '../../test/render-page.tsx'
import { call } from '../api/call.ts'
import { endSession } from '../api/session.ts'
import { EditDialog } from '../patterns/EditDialog.tsx'
import { useForm } from '../patterns/use-form.ts'
import { PasswordField } from '../ui/PasswordField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toast.ts'
import { STORED_MS, useRestorableState } from '../ui/restorable-state.ts'

// Any page with a form and a dialog with a form.
vi.mock('../portal/home/home-queries.ts', () => ({ loadHome: () => Promise.resolve() }))
vi.mock('../portal/home/HomePage.tsx', () => ({ HomePage: () => <Desk /> }))
vi.mock('../portal/links/link-queries.ts', () => ({ loadLinks: () => Promise.resolve() }))
vi.mock('../portal/links/LinksPage.tsx', () => ({ MyLinksPage: () => <Desk /> }))

function Desk() {
  const [values, setValues] = useRestorableState('note', { note: '', secret: '', answer: '' }, { never: ['answer'] })
  const [opened, setOpened] = useRestorableState('request-opened', false)
  const field = (name: keyof typeof values) => ({
    label: name,
    name,
    value: values[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setValues({ ...values, [name]: event.target.value }),
  })
  return (
    <>
      <h1>Desk</h1>
      <form>
        <TextField {...field('note')} />
        <PasswordField {...field('secret')} showLabel="show" hideLabel="hide" autoComplete="current-password" />
        <TextField {...field('answer')} />
      </form>
      <button type="button" onClick={() => setOpened(true)}>
        Write
      </button>
      {opened && <Request onClose={() => setOpened(false)} />}
    </>
  )
}

function Request({ onClose }: { onClose: () => void }) {
  const form = useForm({
    draftKey: 'request',
    schema: z.object({ comment: z.string() }),
    initial: { comment: '' },
    labels: { comment: 'Comment' },
    save: async () => {
      await call(getWebSessionId).catch(() => undefined)
      return ''
    },
  })
  return (
    <EditDialog form={form} onClose={onClose} title="Request" submitLabel="Send">
      <TextField {...form.field('comment')} />
    </EditDialog>
  )
}

const home = '/content-authenticated/home'
const BACK = 'We restored what you’d typed.'

const valueOf = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value
const stored = () => JSON.stringify(Object.entries(sessionStorage))

beforeEach(() => {
  answerFrame()
  toast.clear()
})

async function atDesk() {
  signInAs()
  const page = renderPage(home)
  await screen.findByRole('heading', { name: 'Desk' })
  await page.person.type(screen.getByLabelText('note'), 'three letters')
  return page
}

const lose = async (reason: Parameters<typeof endSession>[0] = 'idle') => {
  act(() => endSession(reason))
  await screen.findByRole('heading', { name: 'Sign in' })
}

test('unsaved text is back after I sign in again, on the same page, and a note says so (SESS-025)', async () => {
  const { address } = await atDesk()
  await lose()
  expect(screen.getByText(/you were inactive/)).toBeDefined()
  expect(screen.getByText(/We’ll restore what you typed/)).toBeDefined()
  act(() => signInAs())
  await screen.findByRole('heading', { name: 'Desk' })
  expect(address()).toBe(home)
  expect(valueOf('note')).toBe('three letters')
  await screen.findByText(BACK)
  expect(sessionStorage.getItem('typed')).toBeNull()
})

test('unsaved text stands in no form of the same name on another page, and is there again where it was typed', async () => {
  const { router, address } = await atDesk()
  await lose()
  await act(() => router.navigate({ href: '/content-authenticated/my-links' }))
  act(() => signInAs())
  await screen.findByRole('heading', { name: 'Desk' })
  expect(address()).toBe('/content-authenticated/my-links')
  expect(valueOf('note')).toBe('')
  await act(() => router.navigate({ href: home, ignoreBlocker: true }))
  await waitFor(() => expect(address()).toBe(home))
  await waitFor(() => expect(valueOf('note')).toBe('three letters'))
})

test('text that nobody comes back for is gone after half an hour, and so is that of a page I did not return to (S30)', async () => {
  await atDesk()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await lose()
  expect(stored()).toContain('three letters')
  await act(() => vi.advanceTimersByTimeAsync(STORED_MS - 60_000))
  expect(stored()).toContain('three letters')
  await act(() => vi.advanceTimersByTimeAsync(60_001))
  expect(stored()).not.toContain('three letters')
  vi.useRealTimers()
  cleanup()
  await atDesk()
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(stored()).toContain('three letters')
  cleanup()
  renderPage('/content-authenticated/elsewhere')
  await waitFor(() => expect(stored()).not.toContain('three letters'))
})

test('a page that comes back from the history with another session in its tab is loaded anew', async () => {
  await atDesk()
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  const comeBack = () => act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  comeBack()
  expect(reload).not.toHaveBeenCalled()
  sessionStorage.setItem('sessionToken', 'of-another-session')
  comeBack()
  expect(reload).toHaveBeenCalledOnce()
})

test('passwords and answers are never stored', async () => {
  const { person } = await atDesk()
  await person.type(screen.getByLabelText('secret'), 'hunter2')
  await person.click(screen.getByRole('button', { name: 'show' }))
  await person.type(screen.getByLabelText('answer'), 'a blue one')
  await lose()
  expect(stored()).toContain('three letters')
  expect(stored()).not.toContain('hunter2')
  expect(stored()).not.toContain('a blue one')
})

test('a dialog with unsaved text opens again with the text, when my session ended at the submit', async () => {
  refuse(getWebSessionId, 401, 'You are not logged in. Please login again.', { endReason: 'displaced' })
  const { person } = await atDesk()
  await person.click(screen.getByRole('button', { name: 'Write' }))
  await person.type(await screen.findByLabelText('Comment'), 'Please add the March report')
  await person.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText(/because you signed in somewhere else/)
  expect(screen.queryByText('You are not logged in. Please login again.')).toBeNull()
  act(() => signInAs())
  await waitFor(() => expect(valueOf('Comment')).toBe('Please add the March report'))
  expect(valueOf('note')).toBe('three letters')
})

test('another user gets no unsaved text, and none stays stored', async () => {
  await atDesk()
  await lose('displaced')
  act(() => signInAs({ ...ann, userId: 8, userNm: 'bob' }))
  await screen.findByRole('heading', { name: 'Desk' })
  expect(valueOf('note')).toBe('')
  expect(stored()).not.toContain('three letters')
  expect(screen.queryByText(BACK)).toBeNull()
})

test('a deliberate sign-out leaves no unsaved text, here or in another tab (S30)', async () => {
  await atDesk()
  await lose('signed-out')
  expect(sessionStorage.getItem('typed')).toBeNull()
  act(() => signInAs())
  await screen.findByRole('heading', { name: 'Desk' })
  expect(valueOf('note')).toBe('')
})

test('a sign-out in another tab also removes what this tab had stored', async () => {
  await atDesk()
  await lose()
  expect(sessionStorage.getItem('typed')).not.toBeNull()
  const otherTab = new BroadcastChannel('portico')
  otherTab.postMessage({ kind: 'ended', sessionToken: 'another', reason: 'signed-out' })
  await waitFor(() => expect(sessionStorage.getItem('typed')).toBeNull())
  otherTab.close()
})

test('without unsaved text nothing is stored and no note is shown', async () => {
  signInAs()
  renderPage(home)
  await screen.findByRole('heading', { name: 'Desk' })
  await lose('limit')
  expect(sessionStorage.getItem('typed')).toBeNull()
  expect(screen.getByText(/reached its maximum length/)).toBeDefined()
})

test.each([
  ['revoked', /from another browser/],
  ['password-changed', /Your password has been changed. Sign in with the new one./],
] as const)('a session that was %s says so at sign-in', async (endReason, sentence) => {
  await atDesk()
  refuse(getWebSessionId, 401, 'You are not logged in. Please login again.', { endReason })
  await act(() => call(getWebSessionId).catch(() => undefined))
  await screen.findByText(sentence)
})

test('what I am writing is there again after a reload of the page, except what is secret', async () => {
  signInAs()
  const { person } = renderPage('/content-authenticated/home')
  await person.type(await screen.findByRole('textbox', { name: 'note' }), 'half a sentence')
  await person.type(screen.getByLabelText('secret'), 'hunter2')
  dispatchEvent(new Event('pagehide'))
  cleanup()
  renderPage('/content-authenticated/home')
  expect(await screen.findByRole('textbox', { name: 'note' })).toHaveProperty('value', 'half a sentence')
  expect(screen.getByLabelText('secret')).toHaveProperty('value', '')
})
