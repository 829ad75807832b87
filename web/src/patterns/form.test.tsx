import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { logForUser } from '@portico/contract/client-log/client-log.ts'
import { listLinks, saveLink } from '@portico/contract/links/links.ts'
import { answer, answerWith, refuse, requestsTo } from '../../test/answer.ts'
import { ann, signInAs } from '../../test/people.ts'
import { ApiError } from '../api/call.ts'
import { queryClient } from '../api/query.ts'
import { RouteAnnouncer } from '../shell/RouteAnnouncer.tsx'
import { ThemeProvider } from '../ui/ThemeProvider.tsx'
import { CheckField } from '../ui/CheckField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { formatInstant } from '../ui/format.ts'
import type { Outcome } from '../ui/outcome.ts'
import { discardStoredState, hasStoredState, storeUnsavedState } from '../ui/restorable-state.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { toast } from '../ui/toast.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { EditDialog } from './EditDialog.tsx'
import {
  day,
  optionalText,
  patternText,
  requiredEmail,
  requiredText,
  webAddress,
  wholeNumber,
} from './field-schemas.ts'
import { FormPanel } from './FormPanel.tsx'
import { SuccessThenGo } from './SuccessThenGo.tsx'
import { useAction } from './use-action.ts'
import { useForm } from './use-form.ts'

const schema = z.object({
  name: requiredText(10, 3),
  email: requiredEmail(),
  site: webAddress(),
  seats: wholeNumber({ min: 1, max: 50 }),
  code: patternText(/^[A-Z]*$/, 5),
  start: day(),
  note: optionalText(5),
  isActive: z.boolean(),
})
const initial = {
  name: 'Ann',
  email: 'ann@client.test',
  site: '',
  seats: '3',
  code: '',
  start: '',
  note: '',
  isActive: true,
}
type Values = z.output<typeof schema>
const labels = {
  name: 'Name',
  email: 'E-mail',
  site: 'Website',
  seats: 'Seats',
  code: 'Code',
  start: 'Start',
  note: 'Note',
  isActive: 'Active',
}

let save = vi.fn<(values: Values) => Promise<string>>()

beforeEach(() => {
  save = vi.fn<(values: Values) => Promise<string>>(() => Promise.resolve('The client has been saved.'))
  signInAs()
  toast.clear()
})

const useClient = () => useForm({ schema, initial, draftKey: 'client', labels, save: (values) => save(values) })

function Fields({ form }: { form: ReturnType<typeof useClient> }) {
  return (
    <>
      {(['name', 'email', 'site', 'seats', 'code', 'start', 'note'] as const).map((name) => (
        <TextField key={name} {...form.field(name)} />
      ))}
      <CheckField {...form.check('isActive')} />
    </>
  )
}

function GuessForm() {
  const form = useForm({
    schema: z.object({ code: requiredText(5), note: optionalText(5) }),
    initial: { code: '', note: '' },
    draftKey: 'guess',
    labels,
    clearsOnRefusal: ['code'],
    save: () => Promise.reject(new ApiError('Wrong code.', { code: '422', status: 422 })),
  })
  return (
    <FormPanel title="Guess" form={form} submitLabel="Guess">
      <TextField {...form.field('code')} />
      <TextField {...form.field('note')} />
    </FormPanel>
  )
}

function ClientForm() {
  const form = useClient()
  return (
    <FormPanel title="Client" form={form} submitLabel="Save client">
      <Fields form={form} />
    </FormPanel>
  )
}

const Frame = () => (
  <>
    <RouteAnnouncer />
    <Outlet />
  </>
)
const Elsewhere = () => (
  <main>
    <h1>Elsewhere</h1>
  </main>
)

function show(element: () => React.ReactNode) {
  const root = createRootRoute({ component: Frame, staticData: { title: () => '' } })
  const page = createRoute({ getParentRoute: () => root, path: '/', component: element })
  const other = createRoute({ getParentRoute: () => root, path: '/other', component: Elsewhere })
  const router = createRouter({
    routeTree: root.addChildren([page, other]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <ThemeProvider buttonColor="#0057b8">
        <RouterProvider router={router as never} />
        <Toasts />
      </ThemeProvider>
    </QueryClientProvider>,
  )
  return { person: userEvent.setup(), router }
}

const field = (name: string) => screen.getByRole('textbox', { name })
const type = async (person: ReturnType<typeof userEvent.setup>, name: string, text: string) => {
  await person.clear(field(name))
  if (text !== '') await person.type(field(name), text)
}
const errorOf = (name: string) => {
  const ids =
    field(name)
      .getAttribute('aria-describedby')
      ?.split(' ')
      .filter((id) => id.endsWith('-error')) ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join('')
}
const submit = () => screen.getByRole('button', { name: 'Save client' })

test('what was refused is emptied where it has to be entered anew, has the focus, and the rest stays', async () => {
  const { person } = show(GuessForm)
  const guess = await screen.findByRole('button', { name: 'Guess' })
  await type(person, 'Code', 'ABC')
  await type(person, 'Note', 'mine')
  await person.click(guess)
  await screen.findByText('Wrong code.')
  expect(field('Code')).toHaveProperty('value', '')
  expect(field('Note')).toHaveProperty('value', 'mine')
  expect(document.activeElement).toBe(field('Code'))
})

describe('a form', () => {
  test.each([
    ['Name', '', 'This field is required', 'UIGN-014'],
    ['E-mail', 'ann@client', 'That is not a valid email format', 'UIGN-015'],
    ['Name', 'much too long', 'The text entered exceeds the maximum length (at most 10 characters)', 'UIGN-016'],
    ['Name', 'An', 'The text entered less than the minimum length (at least 3 characters)', 'UIGN-017'],
    ['Seats', '51', 'That is not a valid number (from 1 to 50)', 'UIGN-018'],
    ['Seats', 'x', 'That is not a valid number (from 1 to 50)', 'UIGN-018'],
    ['Code', 'abc', 'That is not a valid pattern format', 'UIGN-019'],
    ['Website', 'ftp://client.test', 'That is not a valid url format', 'UIGN-020'],
    ['Website', 'client', 'That is not a valid url format', 'UIGN-020'],
    ['Start', '2026-02-31', 'That is not a valid date format', 'UIGN-022'],
  ])('says at %s, left with “%s”: %s (%s)', async (name, text, sentence) => {
    const { person } = show(ClientForm)
    await screen.findByRole('form', { name: 'Client' })
    await type(person, name, text)
    expect(errorOf(name)).toBe('')
    await person.tab()
    await waitFor(() => expect(errorOf(name)).toBe(sentence))
    expect(field(name).getAttribute('aria-invalid')).toBe('true')
  })

  test('with several invalid fields says so on submit, links to each, and focuses the first (UIGN-001, UIGN-025)', async () => {
    const { person } = show(ClientForm)
    await screen.findByRole('form', { name: 'Client' })
    await type(person, 'Name', '')
    await type(person, 'Website', 'nowhere')
    await person.click(submit())
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Please enter valid values for the fields identified below')
    await waitFor(() => expect(document.activeElement).toBe(field('Name')))
    await person.click(within(alert).getByRole('button', { name: 'Website' }))
    expect(document.activeElement).toBe(field('Website'))
    expect(save).not.toHaveBeenCalled()
  })

  test('a field that I correct leaves the message, which goes with the last one and moves neither page nor focus', async () => {
    const { person } = show(ClientForm)
    await screen.findByRole('form', { name: 'Client' })
    for (const [name, text] of [
      ['Name', 'An'],
      ['Website', 'nowhere'],
      ['Seats', 'x'],
    ] as const)
      await type(person, name, text)
    await person.click(submit())
    const alert = await screen.findByRole('alert')
    const named = () =>
      within(alert)
        .queryAllByRole('button')
        .map((one) => one.textContent)
    expect(named()).toEqual(['Name', 'Website', 'Seats'])
    await waitFor(() => expect(document.activeElement).toBe(field('Name')))
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    await person.type(field('Name'), 'n')
    expect(named()).toEqual(['Website', 'Seats'])
    expect(document.activeElement).toBe(field('Name'))
    // Back to a value that is invalid: the field says so, the message stays as it is.
    await person.keyboard('{Backspace}')
    await person.tab()
    await waitFor(() => expect(errorOf('Name')).toContain('minimum length'))
    expect(named()).toEqual(['Website', 'Seats'])
    await type(person, 'Website', '')
    expect(screen.getByRole('alert')).toBe(alert)
    await type(person, 'Seats', '3')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(document.activeElement).toBe(field('Seats'))
    expect(scrolled).not.toHaveBeenCalled()
    scrolled.mockRestore()
  })

  test('marks every field that may stay empty, and no other', async () => {
    show(ClientForm)
    await screen.findByRole('form', { name: 'Client' })
    const marked = screen
      .getAllByText('Optional')
      .map((mark) => mark.closest('div')?.querySelector('label')?.textContent)
    expect(marked).toEqual(['Website', 'Code', 'Start', 'Note'])
    expect(field('Note').getAttribute('aria-describedby')).toBe(screen.getAllByText('Optional').at(-1)?.id)
  })

  test('with one invalid field shows the error at the field only', async () => {
    const { person } = show(ClientForm)
    await screen.findByRole('form', { name: 'Client' })
    await type(person, 'Name', '')
    await person.click(submit())
    await waitFor(() => expect(document.activeElement).toBe(field('Name')))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('sends the values decoded by its schema, once, and shows the result', async () => {
    let finish: (message: string) => void = () => undefined
    save.mockImplementation(() => new Promise((resolve) => (finish = resolve)))
    const { person } = show(ClientForm)
    await screen.findByRole('form', { name: 'Client' })
    await type(person, 'Seats', ' 12 ')
    await person.click(submit())
    await person.click(submit())
    expect(save).toHaveBeenCalledExactlyOnceWith({ ...initial, seats: 12 })
    act(() => finish('The client has been saved.'))
    await screen.findByText('The client has been saved.')
  })

  test('shows the server’s error at its field until the value changes, such as a taken name (UIGN-021)', async () => {
    const taken = 'That text entered is taken, please try another'
    save.mockRejectedValue(new ApiError('', { code: '422', fields: [{ field: 'name', message: taken }] }))
    const { person } = show(ClientForm)
    await screen.findByRole('form', { name: 'Client' })
    await type(person, 'Name', 'Bob')
    await person.click(submit())
    await waitFor(() => expect(errorOf('Name')).toBe(taken))
    expect(document.activeElement).toBe(field('Name'))
    await person.tab()
    expect(errorOf('Name')).toBe(taken)
    await person.type(field('Name'), 'by')
    await person.tab()
    await waitFor(() => expect(errorOf('Name')).toBe(''))
  })

  test('shows the general message for an unexpected error, and reports it', async () => {
    answer(logForUser, null)
    save.mockRejectedValue(new TypeError('x is undefined'))
    const { person } = show(ClientForm)
    await screen.findByRole('form', { name: 'Client' })
    await person.click(submit())
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong on our side.')
    await waitFor(() => expect(requestsTo(logForUser)[0]?.body).toMatchObject({ message: 'x is undefined' }))
  })

  test('scrolls to an error of the form as a whole, which stands far above the button of a long form', async () => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
    save.mockRejectedValue(new ApiError('The access ends before it begins.', { status: 422, code: '422' }))
    const { person } = show(ClientForm)
    await screen.findByRole('form', { name: 'Client' })
    await person.click(submit())
    const error = await screen.findByRole('alert')
    expect(shown.mock.contexts).toEqual([error.parentElement])
    await person.click(submit())
    await waitFor(() => expect(shown.mock.contexts).toHaveLength(2))
    shown.mockRestore()
  })

  test('asks before it is left with unsaved values, and not with saved ones', async () => {
    const { person, router } = show(ClientForm)
    await screen.findByRole('form', { name: 'Client' })
    await type(person, 'Name', 'Bob')
    act(() => void router.navigate({ to: '/other' as never }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    await person.click(dialog.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(field('Name')).toHaveProperty('value', 'Bob')
    await person.click(submit())
    await screen.findByText('The client has been saved.')
    act(() => void router.navigate({ to: '/other' as never }))
    await screen.findByText('Elsewhere')
  })
})

describe('while a form is being saved', () => {
  const slowSave = () => {
    let end: { finish: (message: string) => void; fail: (error: Error) => void } | undefined
    save.mockImplementation(
      () => new Promise((resolve, reject) => (end = { finish: (message) => resolve(message), fail: reject })),
    )
    return {
      finish: () => act(() => end?.finish('The client has been saved.')),
      fail: (error: Error) => act(() => end?.fail(error)),
    }
  }
  const leave = (router: ReturnType<typeof show>['router']) =>
    act(() => void router.navigate({ to: '/other' as never }))
  const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' })

  test('what I type is not saved with it: leaving asks, and the next save sends it', async () => {
    const { finish } = slowSave()
    const { person, router } = show(ClientForm)
    await screen.findByRole('form', { name: 'Client' })
    await type(person, 'Name', 'Bob')
    await person.click(submit())
    await person.type(field('Name'), 'by')
    finish()
    await screen.findByText('The client has been saved.')
    expect(field('Name')).toHaveProperty('value', 'Bobby')
    leave(router)
    await person.click(within(await question()).getByRole('button', { name: 'Keep editing' }))
    await person.click(submit())
    expect(save).toHaveBeenLastCalledWith({ ...initial, name: 'Bobby', seats: 3 })
    finish()
    await waitFor(() => expect(submit().getAttribute('aria-busy')).not.toBe('true'))
    leave(router)
    await screen.findByText('Elsewhere')
  })

  test('what I type waits for me where my session ends, and what was saved does not', async () => {
    const { finish } = slowSave()
    const { person } = show(ClientForm)
    await screen.findByRole('form', { name: 'Client' })
    await type(person, 'Name', 'Bob')
    await person.click(submit())
    await person.type(field('Name'), 'by')
    finish()
    await screen.findByText('The client has been saved.')
    storeUnsavedState(ann.userId)
    expect(sessionStorage.getItem('typed') ?? '').toContain('Bobby')
    discardStoredState()
    await person.click(submit())
    finish()
    await waitFor(() => expect(submit().getAttribute('aria-busy')).not.toBe('true'))
    storeUnsavedState(ann.userId)
    expect(hasStoredState()).toBe(false)
  })

  test('leaving asks, and the end of the save answers the question', async () => {
    const { finish } = slowSave()
    const { person, router } = show(ClientForm)
    await screen.findByRole('form', { name: 'Client' })
    await type(person, 'Name', 'Bob')
    await person.click(submit())
    leave(router)
    await question()
    expect(screen.queryByText('Elsewhere')).toBeNull()
    finish()
    await screen.findByText('Elsewhere')
  })

  test('the server’s error is that of the value it got, not of the one typed since', async () => {
    const { fail } = slowSave()
    const { person } = show(ClientForm)
    await screen.findByRole('form', { name: 'Client' })
    await type(person, 'Name', 'Bob')
    await person.click(submit())
    await person.type(field('Name'), 'by')
    fail(new ApiError('', { code: '422', fields: [{ field: 'name', message: 'Taken.' }] }))
    await waitFor(() => expect(errorOf('Name')).toBe('Taken.'))
    await person.tab()
    await waitFor(() => expect(errorOf('Name')).toBe(''))
  })

  test('what I type keeps a dialog open', async () => {
    const { finish } = slowSave()
    const onClose = vi.fn<() => void>()
    function Dialog() {
      const form = useClient()
      return (
        <EditDialog form={form} onClose={onClose} title="Edit client" submitLabel="Save client" closeAfterMs={0}>
          <Fields form={form} />
        </EditDialog>
      )
    }
    const { person } = show(Dialog)
    await person.type(await screen.findByRole('textbox', { name: 'Name' }), 'y')
    await person.click(submit())
    await person.type(field('Name'), 'x')
    finish()
    await screen.findByText('The client has been saved.')
    expect(field('Name')).toHaveProperty('value', 'Annyx')
    expect(onClose).not.toHaveBeenCalled()
  })

  test('newly loaded values reach the fields that I have not changed', async () => {
    const loaded = { ...initial, name: 'Ann B.', seats: '4' }
    let load: () => void = () => undefined
    function Loaded() {
      const [version, setVersion] = useState(1)
      useEffect(() => {
        load = () => setVersion(2)
      }, [])
      const form = useForm({
        schema,
        initial: version === 1 ? initial : loaded,
        loadedVersion: version,
        draftKey: 'client',
        labels,
        save: (values) => save(values),
      })
      return (
        <FormPanel title="Client" form={form} submitLabel="Save client">
          <Fields form={form} />
        </FormPanel>
      )
    }
    const { person } = show(Loaded)
    await person.type(await screen.findByRole('textbox', { name: 'Note' }), 'new')
    act(() => load())
    await waitFor(() => expect(field('Name')).toHaveProperty('value', 'Ann B.'))
    expect(field('Note')).toHaveProperty('value', 'new')
    await person.click(submit())
    expect(save).toHaveBeenLastCalledWith({ ...loaded, note: 'new', seats: 4 })
  })
})

describe('a form whose record others have changed', () => {
  const change = { changedByNm: 'Ada Root', changedDt: new Date('2026-03-04T09:30:00Z') }
  const refused = () => new ApiError('Ada changed this.', { code: '409', status: 409, change })
  let current = { version: 1, values: initial }
  let load: () => void = () => undefined
  let reload = vi.fn<() => Promise<unknown>>()
  beforeEach(() => {
    current = { version: 1, values: initial }
    reload = vi.fn<() => Promise<unknown>>(() => Promise.resolve(act(() => load())))
    save.mockRejectedValue(refused())
  })
  function Client({ as: Frame }: { as: typeof FormPanel | typeof EditDialog }) {
    const [{ version, values }, setLoaded] = useState(current)
    useEffect(() => {
      load = () => setLoaded(current)
    }, [])
    const form = useForm({
      schema,
      initial: values,
      loadedVersion: version,
      reload: () => reload(),
      draftKey: 'client',
      labels,
      secret: ['code'],
      save: (sent) => save(sent),
    })
    return (
      <Frame form={form} title="Client" submitLabel="Save client" onClose={() => undefined}>
        <Fields form={form} />
      </Frame>
    )
  }
  const loadButton = () => screen.findByRole('button', { name: 'Load the current state' })

  test.each([
    ['on a page', FormPanel],
    ['in a dialog', EditDialog],
  ])('keeps what I typed %s, says what they changed and what both did, and then saves', async (_where, Frame) => {
    const { person } = show(() => <Client as={Frame} />)
    await person.type(await screen.findByRole('textbox', { name: 'Note' }), 'mine')
    await type(person, 'Name', 'Bob')
    await person.click(submit())
    current = { version: 2, values: { ...initial, name: 'Eve', isActive: false, code: 'X' } }
    await person.click(await loadButton())
    const changes = within(await screen.findByRole('table', { name: 'Changed while you were editing' }))
    expect(changes.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'FieldBeforeAfter',
      'NameAnnEve',
      'ActiveYesNo',
    ])
    expect(screen.getByText(`Changed by Ada Root, ${formatInstant(change.changedDt)}.`)).toBeDefined()
    expect(screen.getByText('You changed these too, and saving replaces them with your values: Name.')).toBeDefined()
    expect([field('Name'), field('Note')].map((one) => (one as HTMLInputElement).value)).toEqual(['Bob', 'mine'])
    save.mockResolvedValue('The client has been saved.')
    await person.click(submit())
    await screen.findByText('The client has been saved.')
    expect(save).toHaveBeenLastCalledWith({
      ...initial,
      name: 'Bob',
      note: 'mine',
      isActive: false,
      code: 'X',
      seats: 3,
    })
    expect(screen.queryByText('Changed while you were editing')).toBeNull()
  })

  test('moves the focus to the message, whose button is the next step', async () => {
    const { person } = show(() => <Client as={FormPanel} />)
    await person.type(await screen.findByRole('textbox', { name: 'Note' }), 'mine')
    await person.click(submit())
    const button = await loadButton()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert').parentElement))
    await person.tab()
    expect(document.activeElement).toBe(button)
  })

  test('keeps the message and the button while the current state can’t be loaded', async () => {
    reload.mockResolvedValue(undefined)
    const { person } = show(() => <Client as={FormPanel} />)
    await person.type(await screen.findByRole('textbox', { name: 'Note' }), 'mine')
    await person.click(submit())
    await person.click(await loadButton())
    expect((await screen.findByRole('alert')).textContent).toContain('Ada changed this.')
    expect((await loadButton()).getAttribute('aria-busy')).not.toBe('true')
    expect(field('Note')).toHaveProperty('value', 'mine')
  })

  test('says so when nothing that it shows has changed', async () => {
    const { person } = show(() => <Client as={FormPanel} />)
    await person.type(await screen.findByRole('textbox', { name: 'Note' }), 'mine')
    await person.click(submit())
    current = { version: 2, values: initial }
    await person.click(await loadButton())
    await screen.findByText('The current state is loaded. None of these fields has changed.')
    expect(field('Note')).toHaveProperty('value', 'mine')
  })

  test('moves the focus to what they changed where that is loaded with the refusal', async () => {
    save.mockImplementation(() => {
      current = { version: 2, values: { ...initial, name: 'Eve' } }
      act(() => load())
      return Promise.reject(refused())
    })
    const { person } = show(() => <Client as={EditDialog} />)
    await person.type(await screen.findByRole('textbox', { name: 'Note' }), 'mine')
    await person.click(submit())
    const changes = await screen.findByRole('table', { name: 'Changed while you were editing' })
    await waitFor(() => expect(document.activeElement?.contains(changes)).toBe(true))
    expect(document.activeElement?.getAttribute('role')).not.toBe('dialog')
  })

  test('does not take the focus from me when they are loaded while I type', async () => {
    const { person } = show(() => <Client as={FormPanel} />)
    await person.type(await screen.findByRole('textbox', { name: 'Note' }), 'mi')
    current = { version: 2, values: { ...initial, name: 'Eve' } }
    act(() => load())
    await screen.findByRole('row', { name: 'Name Ann Eve' })
    expect(document.activeElement).toBe(field('Note'))
    await person.keyboard('ne')
    expect(field('Note')).toHaveProperty('value', 'mine')
  })

  test('does not tell me of my own save', async () => {
    save.mockResolvedValue('The client has been saved.')
    reload.mockImplementation(() => {
      current = { version: 2, values: { ...initial, name: 'Bob', email: 'bob@client.test' } }
      return Promise.resolve(act(() => load()))
    })
    const { person } = show(() => <Client as={FormPanel} />)
    await screen.findByRole('form', { name: 'Client' })
    await type(person, 'Name', 'Bob')
    await person.click(submit())
    await screen.findByText('The client has been saved.')
    await waitFor(() => expect(field('E-mail')).toHaveProperty('value', 'bob@client.test'))
    expect(screen.queryByText('Changed while you were editing')).toBeNull()
    expect(screen.getByText('The client has been saved.')).toBeDefined()
  })
})

describe('a dialog with a form', () => {
  const CLOSE_AFTER_MS = 60_000
  function Dialog({ onClose }: { onClose: () => void }) {
    const form = useClient()
    return (
      <EditDialog
        form={form}
        onClose={onClose}
        title="Edit client"
        submitLabel="Save client"
        closeAfterMs={CLOSE_AFTER_MS}
      >
        <Fields form={form} />
      </EditDialog>
    )
  }

  test('shows the success and closes after its delay, however often it renders meanwhile (UIGN-035)', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const onClose = vi.fn<() => void>()
    let draw: () => void = () => undefined
    function Page() {
      const [, setTimes] = useState(0)
      useEffect(() => {
        draw = () => setTimes((before) => before + 1)
      }, [])
      // A new function on every render.
      return <Dialog onClose={() => onClose()} />
    }
    show(Page)
    const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await person.click(await screen.findByRole('button', { name: 'Save client' }))
    await screen.findByText('The client has been saved.')
    await act(() => vi.advanceTimersByTimeAsync(CLOSE_AFTER_MS - 10_000))
    act(() => draw())
    expect(onClose).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('shows errors in place and keeps the typed values', async () => {
    save.mockRejectedValue(new ApiError('Another administrator changed this client.', { code: '409', status: 409 }))
    const { person } = show(() => <Dialog onClose={() => undefined} />)
    await person.type(await screen.findByRole('textbox', { name: 'Name' }), 'y')
    await person.click(submit())
    expect((await screen.findByRole('alert')).textContent).toContain('Another administrator changed this client.')
    expect(field('Name')).toHaveProperty('value', 'Anny')
  })

  test('closes at once without changes', async () => {
    const onClose = vi.fn<() => void>()
    const { person } = show(() => <Dialog onClose={onClose} />)
    await person.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  test.each<[string, (person: ReturnType<typeof userEvent.setup>) => Promise<void>]>([
    ['Escape', (person) => person.keyboard('{Escape}')],
    ['Cancel', (person) => person.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['the close button', (person) => person.click(screen.getByRole('button', { name: 'Close' }))],
  ])('asks before %s discards what I typed, and keeps it when I go on', async (_by, close) => {
    const onClose = vi.fn<() => void>()
    const { person } = show(() => <Dialog onClose={onClose} />)
    await person.type(await screen.findByRole('textbox', { name: 'Name' }), 'y')
    await close(person)
    const question = await screen.findByText('Your changes aren’t saved yet.')
    await waitFor(() => expect(document.activeElement?.contains(question)).toBe(true))
    await person.click(screen.getByRole('button', { name: 'Keep editing' }))
    expect(screen.queryByText('Your changes aren’t saved yet.')).toBeNull()
    expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull()
    expect(field('Name')).toHaveProperty('value', 'Anny')
    expect(onClose).not.toHaveBeenCalled()
    await close(person)
    await person.click(await screen.findByRole('button', { name: 'Discard changes' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('asks again, where the question is, when I press Cancel once more; what I send takes the question back', async () => {
    const asks = Promise.withResolvers<string>()
    save.mockReturnValue(asks.promise)
    const { person } = show(() => <Dialog onClose={() => undefined} />)
    await person.type(await screen.findByRole('textbox', { name: 'Name' }), 'y')
    const cancel = screen.getByRole('button', { name: 'Cancel' })
    await person.click(cancel)
    await screen.findByText('Your changes aren’t saved yet.')
    await person.click(cancel)
    const question = await screen.findByText('Your changes aren’t saved yet.')
    await waitFor(() => expect(document.activeElement?.contains(question)).toBe(true))
    await person.click(submit())
    expect(screen.queryByText('Your changes aren’t saved yet.')).toBeNull()
    asks.resolve('The client has been saved.')
    await screen.findByText('The client has been saved.')
  })
})

test('a success with a next page shows for 3.5 seconds, then opens that page (UIGN-009)', async () => {
  // A clock that stands still: what passes is exactly what is advanced.
  vi.useFakeTimers()
  const { router } = show(() => <SuccessThenGo message="The client has been added." target="/other" />)
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByText('The client has been added.')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(3_499))
  expect(router.state.location.pathname).toBe('/')
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(router.state.location.pathname).toBe('/other')
})

describe('an action', () => {
  const input = { params: { uid: 7 }, body: { linkNm: 'Shop', linkUrlTxt: 'https://shop.test/' } }
  const shop = { userLinkId: 3, linkNm: 'Shop', linkUrlTxt: 'https://shop.test/' }
  function Act({ undo }: { undo?: () => Promise<string> }) {
    const add = useAction(saveLink, { invalidate: [listLinks], ...(undo && { undo }) })
    return (
      <button type="button" aria-busy={add.isPending} onClick={() => void add.run(input)}>
        Add
      </button>
    )
  }
  const press = async (person: ReturnType<typeof userEvent.setup>) =>
    person.click(await screen.findByRole('button', { name: 'Add' }))

  test('shows the server’s message, and can be undone', async () => {
    answerWith(saveLink, { code: '200', data: shop, message: 'Link added.' })
    const undo = vi.fn<() => Promise<string>>(() => Promise.resolve('The link has been removed.'))
    const { person } = show(() => <Act undo={undo} />)
    await press(person)
    await screen.findByText('Link added.')
    await person.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('The link has been removed.')
    expect(undo).toHaveBeenCalledOnce()
  })

  test('shows why it was refused', async () => {
    refuse(saveLink, 422, 'You have as many links as there may be.')
    const { person } = show(() => <Act />)
    await press(person)
    await screen.findByText('You have as many links as there may be.')
    expect(screen.getByRole('button', { name: 'Add' }).getAttribute('aria-busy')).toBe('false')
  })

  test('that asks before it deletes tells its screen how each try ended', async () => {
    const onDone = vi.fn<(outcome: Outcome) => void>()
    const { person } = show(() => (
      <DeleteDialog call={saveLink} input={input} title="Delete link" onDone={onDone} onClose={() => undefined}>
        <p>It is gone then.</p>
      </DeleteDialog>
    ))
    const confirm = async () => person.click(await screen.findByRole('button', { name: 'Delete link' }))
    refuse(saveLink, 422, 'The link is in use.')
    await confirm()
    await screen.findByText('The link is in use.')
    answerWith(saveLink, { code: '200', data: shop, message: 'Link deleted.' })
    await confirm()
    await screen.findByText('Link deleted.')
    expect(onDone.mock.calls.map(([{ ok }]) => ok)).toEqual([false, true])
  })
})
