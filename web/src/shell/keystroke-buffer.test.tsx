import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { deleteSamlIdentityProvider } from '@portico/contract/federation/identity-providers.ts'
import { getPasswordRules } from '@portico/contract/password/password.ts'
import { listPermissionSets } from '@portico/contract/permission-sets/permission-sets.ts'
import { getReauthentication, reauthenticateByPassword } from '@portico/contract/reauthentication/reauthentication.ts'
import { listSessions, listSignIns } from '@portico/contract/session/session.ts'
import { listAssignablePages, listAssignableSystems } from '@portico/contract/users/user-profile.ts'
import { answerAccount } from '../../test/account.ts'
import { answer, answerWire, requestsTo } from '../../test/answer.ts'
import { expectAsksBeforeClosing } from '../../test/closing.ts'
import { answerFrame } from '../../test/frame.ts'
import { signInAs } from '../../test/people.ts'
import { renderPage } from '../../test/render-page.tsx'
import { call } from '../api/call.ts'
import { KeystrokeField } from '../ui/KeystrokeField.tsx'

// Loaded with the tests: only the dialogs are late.
import '../admin/permission-sets/PermissionSetsPage.tsx'
import '../portal/account-settings/AccountSettingsPage.tsx'

const late = vi.hoisted(() => {
  const dialogs = new Map<string, { arrived: Promise<void>; arrive: () => void }>()
  const wait = (name: string) => {
    let arrive: () => void = () => undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    dialogs.set(name, { arrived, arrive })
    return arrived
  }
  return { wait, arrive: (name: string) => dialogs.get(name)?.arrive() }
})
vi.mock('../portal/account-settings/ChangeOwnPassword.tsx', async (original) => {
  await late.wait('password')
  return original()
})
vi.mock('../admin/permission-sets/EditSetDialog.tsx', async (original) => {
  await late.wait('permission set')
  return original()
})
vi.mock('./ReauthenticationDialog.tsx', async (original) => {
  await late.wait('reauthentication')
  return original()
})

const settings = '/content-authenticated/account-settings'

beforeEach(() => {
  answerFrame()
  answerAccount()
  answer(listSessions, [])
  answer(listSignIns, [])
  answer(getPasswordRules, [])
  answer(getReauthentication, { method: 'password', startUrl: null })
})

describe('keys typed at once, before a dialog has loaded, are in its first field:', () => {
  test('the current password of a password change', async () => {
    signInAs()
    const { person } = renderPage(settings)
    await person.click(await screen.findByRole('button', { name: 'Change password' }))
    await person.keyboard('the ol')
    expect(screen.getByLabelText('Current password')).toHaveProperty('value', 'the ol')
    expect(screen.getByLabelText('Current password')).toHaveProperty('type', 'password')
    late.arrive('password')
    await screen.findByRole('dialog', { name: 'Change password' })
    const field = screen.getByLabelText('Current password')
    expect(document.activeElement).toBe(field)
    await person.keyboard('d one')
    expect(field).toHaveProperty('value', 'the old one')
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('the password that confirms a sensitive change', async () => {
    signInAs()
    const { person } = renderPage(settings)
    await screen.findByRole('button', { name: 'Change password' })
    answerWire(deleteSamlIdentityProvider, { code: '401', data: { reauth: true }, message: '' })
    const removed = call(deleteSamlIdentityProvider, { params: { uid: 7, providerId: 3 }, query: {} })
    await screen.findByLabelText('Your password')
    await person.keyboard('my pass')
    late.arrive('reauthentication')
    await screen.findByRole('dialog', { name: 'Confirm it’s you' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Your password')))
    await person.keyboard('word')
    answer(reauthenticateByPassword, null)
    answer(deleteSamlIdentityProvider, { undoId: 1, undoUntilDt: new Date() })
    await person.keyboard('{Enter}')
    await removed
    expect(requestsTo(reauthenticateByPassword)[0]?.body).toEqual({ password: 'my password' })
  })

  test('the name of a permission set, of which I am asked before it is discarded', async () => {
    signInAs({ internalUserFlg: true })
    answer(getAdminMenu, [{ pageId: 2, pageNm: 'User Administration' }])
    answer(listPermissionSets, [], { headers: { 'x-total-count': '0' } })
    answer(listAssignableSystems, [])
    answer(listAssignablePages, [])
    const { person } = renderPage('/content-authenticated/administration/permission-sets')
    const [add] = await screen.findAllByRole('button', { name: 'Add permission set' })
    await person.click(add as HTMLElement)
    await person.keyboard('Cle')
    late.arrive('permission set')
    await screen.findByRole('dialog', { name: 'Add permission set' })
    const field = await screen.findByRole('textbox', { name: 'Name' })
    expect(field).toHaveProperty('value', 'Cle')
    await expectAsksBeforeClosing(person)
  })
})

test('a menu that gives the focus back to its button takes no keys away, and has the focus afterwards', async () => {
  const nothing = () => undefined
  const shown = (isLoading: boolean) => (
    <>
      <button type="button">Actions</button>
      {isLoading && <KeystrokeField label="User" text="" onText={nothing} onClose={nothing} />}
    </>
  )
  const { rerender } = render(shown(true))
  const button = screen.getByRole('button', { name: 'Actions' })
  act(() => button.focus())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('User')))
  rerender(shown(false))
  expect(document.activeElement).toBe(button)
})

const sources: Record<string, string> = import.meta.glob('../**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const files = new Map(Object.entries(sources).map(([path, text]) => [new URL(path, 'file:///shell/').pathname, text]))
const resolve = (from: string, to: string) => new URL(to, `file://${from}`).pathname
const TAKES_TEXT = /<(TextField|TextAreaField|PasswordField|SearchField|TextInput|Combobox)\b/

/** True if the component or one that it imports has a text field; the components of `ui/` count where they are used. */
function takesText(file: string, seen = new Set<string>()): boolean {
  const text = files.get(file)
  if (text === undefined || seen.has(file) || file.startsWith('/ui/')) return false
  seen.add(file)
  const imported = [...text.matchAll(/^import .*from '(\.[^']+\.tsx)'/gm)].map(([, to]) => resolve(file, to ?? ''))
  return TAKES_TEXT.test(text) || imported.some((one) => takesText(one, seen))
}

/**
 * Fields that load when they are shown, behind other fields: the focus is not there before they have loaded. With a tab
 * the focus is on its name, with a category on the selector; a hand-over and an erasure have their fields once they have what the
 * user leaves; the last day of sets is asked for once a set is chosen, and is loaded before.
 */
const lateFields = [
  '/patterns/RichTextEditor.tsx',
  '/admin/client-contacts/ClientContacts.tsx',
  '/admin/client-contacts/DefaultContacts.tsx',
  '/admin/reference-data/account-types/AccountTypes.tsx',
  '/admin/user-customers/CustomersPanel.tsx',
  '/admin/users/EraseUserDialog.tsx',
  '/admin/users/HandOverDialog.tsx',
  '/patterns/DateField.tsx',
]

test('every dialog that loads when it opens and takes text keeps what is typed meanwhile', () => {
  const dialogs = [...files]
    .filter(([file]) => !file.endsWith('.test.tsx') && !file.endsWith('routes.tsx'))
    .flatMap(([file, text]) =>
      [...text.matchAll(/import\('(\.[^']+\.tsx)'\)/g)].map(([, to]) => ({
        file,
        text,
        dialog: resolve(file, to ?? ''),
      })),
    )
    .filter(({ dialog }) => takesText(dialog) && !lateFields.includes(dialog) && !dialog.endsWith('Tab.tsx'))
  expect(dialogs.map(({ dialog }) => dialog).toSorted()).toEqual([
    '/admin/access-reviews/ChangeDueDateDialog.tsx',
    '/admin/branding/AddClientDialog.tsx',
    '/admin/give-access/GiveAccessDialog.tsx',
    '/admin/permission-sets/EditSetDialog.tsx',
    '/admin/permission-sets/GiveSetDialog.tsx',
    '/admin/permission-sets/GiveUserSetDialog.tsx',
    '/admin/permission-sets/SetEndDialog.tsx',
    '/admin/permission-sets/SuggestSetDialog.tsx',
    '/admin/sign-on-settings/DryRunDrawer.tsx',
    '/portal/account-settings/ChangeOwnPassword.tsx',
    '/portal/search/SearchAndOpen.tsx',
    '/shell/ReauthenticationDialog.tsx',
  ])
  for (const { text } of dialogs) expect(text).toMatch(/<(KeystrokeBuffer|KeystrokeField)\b/)
})
