import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, beforeAll, expect, onTestFinished, test, vi, type Mock } from 'vitest'
import { logAnonymously } from '@portico/contract/client-log/client-log.ts'
import { answer, failToConnect } from '../test/answer.ts'
import { toast } from './ui/toast.ts'
import { Toasts } from './ui/Toasts.tsx'

type Load = () => Promise<ComponentType<object>>

/** Every part that is made by `lazyPart` or `lazyDialog`, with its loading in the hands of the test. */
const parts = vi.hoisted(() => ({ made: [] as { Part: ComponentType<object>; isMissing: boolean }[] }))
vi.mock('./patterns/lazy-part.tsx', async (original) => {
  const real = await original<Record<string, (load: Load, options?: object) => ComponentType<object>>>()
  const wrapped = (make: string) => (_load: Load, options?: object) => {
    const made = { Part: (() => null) as ComponentType<object>, isMissing: true }
    const load: Load = () =>
      made.isMissing
        ? Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
        : Promise.resolve(() => <p>The part</p>)
    const Part = real[make]?.(load, options)
    if (Part) made.Part = Part
    parts.made.push(made)
    return made.Part
  }
  return { ...real, lazyPart: wrapped('lazyPart'), lazyDialog: wrapped('lazyDialog') }
})

/** Page and loader of a screen: RouteError shows it. */
const SCREEN = /^\.\/admin\/[\w-]+\/screen\.ts$/

const sources = Object.entries(
  import.meta.glob<string>(['./**/*.ts', './**/*.tsx', '!./**/*.test.*', '!./patterns/lazy-part.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
const modules = import.meta.glob(['./**/*.tsx', '!./**/*.test.*', '!./main.tsx'])

const made = /\blazy(?:Part|Dialog)(?:<\w+>)?\(/g
const withParts = sources.filter(([, source]) => source.match(made))

/** Loaded by a function whose caller shows the failure; what is beside the name proves it. */
const shownByCaller: Readonly<Record<string, string>> = {
  // The page of a route, or what it loads: RouteError shows it (routes.test.ts, frame.test.tsx).
  './routes.tsx': 'RouteError',
  './admin-routes.tsx': 'RouteError',
  './sign-in-step-routes.tsx': 'RouteError',
  './request-routes.tsx': 'RouteError',
  './application-routes.tsx': 'RouteError',
  './patterns/phone-numbers.ts': 'RouteError',
  // The call that waits for the dialog fails with the message (missing-dialog.test.tsx).
  './shell/Reauthentication.tsx': 'thenInvalidate',
  // A dialog with keys typed ahead: useLoaded closes it with a message (missing-dialog.test.tsx).
  './portal/account-settings/SecurityPanel.tsx': 'useLoaded',
  './portal/search/PortalSearch.tsx': 'useLoaded',
  './admin/access-reviews/ReviewActions.tsx': 'KeystrokeBuffer',
  './admin/branding/BrandedClientsPage.tsx': 'KeystrokeBuffer',
  './admin/give-access/LateAccessDialog.tsx': 'useLoaded',
  './admin/permission-sets/SetDialog.tsx': 'KeystrokeBuffer',
  './admin/sign-on-settings/SignOnSettingsPage.tsx': 'KeystrokeBuffer',
  './admin/permission-sets/SetsOfUser.tsx': 'KeystrokeBuffer',
  // Part of an action, whose message it becomes (missing-part.test.tsx and the tests of second factors).
  './shell/ReauthenticationFactor.tsx': 'runAction',
  './portal/account-settings/AddFactorModal.tsx': 'runAction',
  './portal/second-factor/EnrollFactor.tsx': 'runAction',
  './portal/second-factor/verify-factor.ts': 'runAction',
  './portal/sign-in/use-sign-in.ts': 'runAction',
  // Leaves for the address as it is, without the page to return to.
  './portal/sign-in/continue-to.ts': 'nothing',
  // Only the numbers are missing; the next visit of the administration tries again.
  './shell/AdminNavigation.tsx': 'nothing',
  // Only the hint is missing: the control has its name anyway, and the next hover tries again.
  './ui/Tooltip.tsx': 'nothing',
}

beforeAll(async () => {
  for (const [file] of withParts) await modules[file]?.()
})
afterEach(() => act(() => toast.clear()))

test('everything that is loaded later is a part with a boundary of its own, or its caller shows the failure', () => {
  const loads = sources.filter(([, source]) => /\bimport\(/.test(source))
  expect(loads.length).toBeGreaterThan(20)
  const unknown = loads.filter(([file, source]) => {
    const count = source.match(/\bimport\(/g)?.length ?? 0
    return !(file in shownByCaller || SCREEN.test(file)) && count !== (source.match(made)?.length ?? 0)
  })
  expect(unknown.map(([file]) => file)).toEqual([])
  expect(Object.keys(shownByCaller).filter((file) => !loads.some(([load]) => load === file))).toEqual([])
  // A rejected `lazy` of React stays rejected: it could not be tried again.
  expect(sources.filter(([, source]) => /\blazy\(/.test(source)).map(([file]) => file)).toEqual([])
})

// About 60 parts are shown twice each, found and pressed, one after the other.
const ALL_PARTS_MS = 180_000

test(
  'each part that does not load says why, leaves the page as it is, and comes with another try',
  async () => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue()
    onTestFinished(() => void vi.restoreAllMocks())
    const expected = withParts.reduce((sum, [, source]) => sum + (source.match(made)?.length ?? 0), 0)
    expect(parts.made).toHaveLength(expected)
    expect(expected).toBeGreaterThan(12)
    for (const part of parts.made) {
      answer(logAnonymously, null)
      await expectReload(part, reload)
      failToConnect(logAnonymously)
      await expectAnotherTry(part)
    }
  },
  ALL_PARTS_MS,
)

/** The server answers and no longer has the part. */
async function expectReload(part: (typeof parts.made)[number], reload: Mock<() => void>) {
  const { person } = showPart(part)
  await screen.findByText(
    /The portal may have been updated after you opened it. Try again. If it keeps happening, contact .+ representative.$/,
  )
  expect(screen.getByText('The page')).toBeDefined()
  expect(reload).not.toHaveBeenCalled()
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reload).toHaveBeenCalledOnce()
  reload.mockClear()
  cleanup()
  act(() => toast.clear())
}

/** Shows a part, whose menu is opened. */
function showPart(part: (typeof parts.made)[number]) {
  const person = userEvent.setup()
  const onClose = vi.fn<() => void>()
  const Part = part.Part as ComponentType<Record<string, unknown>>
  const shown = (key: string, isPressed = false) => (
    <MantineProvider>
      <p>The page</p>
      <Toasts closeLabel="Close" />
      <Part
        key={key}
        onClose={onClose}
        label="Field"
        menu={{ label: 'Menu', children: 'M' }}
        isPressed={isPressed}
        secondsLeft={60}
        onPress={() => undefined}
      />
    </MantineProvider>
  )
  const { rerender } = render(shown('first'))
  const menu = screen.queryByRole('button', { name: /Menu/ })
  if (menu) rerender(shown('first', true))
  return { person, menu, onClose, showAgain: () => rerender(shown('second')) }
}

/** The server cannot be reached. */
async function expectAnotherTry(part: (typeof parts.made)[number]) {
  const { person, menu, onClose, showAgain } = showPart(part)
  await screen.findByText(/We can’t reach the portal. Check your network connection and try again.$/)
  expect(screen.getByText('The page')).toBeDefined()
  part.isMissing = false
  const again = screen.queryByRole('button', { name: 'Try again' })
  if (again) await person.click(again)
  else if (menu) await person.click(screen.getByRole('button', { name: /Menu/ }))
  else {
    await waitFor(() => {
      if (onClose.mock.calls.length !== 1) throw new Error('The dialog is not closed')
    })
    showAgain()
  }
  expect(await screen.findByText('The part')).toBeDefined()
  cleanup()
  act(() => toast.clear())
}
