import { QueryClientProvider, queryOptions } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { Id, text, YesNo } from '@portico/contract/kit/codecs.ts'
import { listQuery } from '@portico/contract/kit/list.ts'
import { showOnPhone } from '../../test/on-a-phone.ts'
import { queryClient } from '../api/query.ts'
import { ThemeProvider } from '../ui/ThemeProvider.tsx'
import { restoreFocusOnPage } from '../ui/restore-focus-on-removal.ts'
import { FilterBar } from './FilterBar.tsx'
import type { SavedFilters } from './list-preferences.ts'
import { type Page, useListPage } from './list-query.ts'
import { dayFilter, listSearch, useListSearch } from './list-search.ts'
import { ListTable } from './ListTable.tsx'
import type { RowTarget } from './RowLink.tsx'
import { useSelection } from './use-selection.ts'

const people = listSearch(
  listQuery({
    columns: ['name', 'email'],
    filters: { nm: text(100), stateCd: z.enum(['active', 'locked']), clientId: Id, internalFlg: YesNo },
    defaultSort: { column: 'name', direction: 'asc' },
  }),
  { q: 'nm', state: 'stateCd', from: dayFilter(), client: 'clientId', internal: 'internalFlg' },
)

interface Person {
  id: number
  name: string
  email: string
}

type ListRequest = ReturnType<typeof people.read>
let requests: ListRequest[] = []
let saved: SavedFilters | undefined
let openRow: (id: number) => void
let rowTarget: ((person: Person) => RowTarget | undefined) | undefined
/** What the third row opens elsewhere on the page. */
let elsewhere: ReactNode
let respond: (request: ListRequest) => Promise<{ rows: Person[]; total: number }>

const rowsFrom = (first: number, size: number): Person[] =>
  Array.from({ length: size }, (_, index) => ({
    id: first + index,
    name: `Person ${first + index}`,
    email: `p${first + index}@client.test`,
  }))

beforeEach(() => {
  requests = []
  openRow = () => undefined
  rowTarget = undefined
  elsewhere = null
  saved = undefined
  respond = ({ page, size }) => Promise.resolve({ rows: rowsFrom((page - 1) * size + 1, size), total: 100 })
})

const columns = [
  { key: 'name', title: 'Name', cell: ({ name }: Person) => name, sortable: true },
  {
    key: 'email',
    title: 'E-mail',
    cell: ({ id, email }: Person) => (
      <>
        {email}
        {id === 3 && elsewhere}
      </>
    ),
    sortable: true,
  },
]

function People() {
  const list = useListSearch(people)
  const { filters, sort, page: pageNumber, size } = list
  const page = useListPage(
    queryOptions({
      queryKey: ['people', { filters, sort, page: pageNumber, size }],
      queryFn: (): Promise<Page<Person>> => {
        requests.push(list)
        return respond(list)
      },
      retry: false,
    }),
  )
  const selection = useSelection()
  return (
    <main ref={restoreFocusOnPage}>
      <FilterBar
        list={list}
        fields={[
          { name: 'q', kind: 'search', label: 'Find a person' },
          { name: 'state', kind: 'choice', label: 'State', options: [{ value: 'locked', label: 'Locked' }] },
          { name: 'from', kind: 'day', label: 'From' },
        ]}
        columns={[{ key: 'email', title: 'E-mail' }]}
        {...(saved && { saved })}
      />
      <ListTable
        list={list}
        page={page}
        empty={{ title: 'There is nobody yet.' }}
        caption="People"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowTarget={rowTarget}
        selection={selection}
        bulkActions={[{ label: 'Lock', onSelect: selection.clear }]}
        rowActions={({ id }) => [{ entries: [{ label: 'Open', onSelect: () => openRow(id) }] }]}
      />
    </main>
  )
}

/** Opens the list; `before` is an address that was open before it. */
function open(search = '', before = search) {
  const routeTree = createRootRoute({ component: People, staticData: { title: () => '' } })
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [...new Set([before, search])].map((each) => `/people${each}`) }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <ThemeProvider buttonColor="#0057b8">
        <RouterProvider router={router as never} />
      </ThemeProvider>
    </QueryClientProvider>,
  )
  return {
    person: userEvent.setup(),
    address: () => router.state.location.href,
    back: () => router.history.back(),
  }
}

describe('the filters of a list on a phone', () => {
  beforeEach(showOnPhone)
  afterEach(() => vi.unstubAllGlobals())

  test('are behind one button with the number of active ones, which the keyboard opens and which stays open', async () => {
    const { person } = open('?state=locked&q=Ann')
    const button = await screen.findByRole('button', { name: 'Filters (1)', expanded: false })
    expect(screen.getByRole('searchbox', { name: 'Find a person' })).toBeDefined()
    expect(screen.queryByRole('combobox', { name: 'State' })).toBeNull()
    button.focus()
    await person.keyboard('{Enter}')
    await person.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Any')
    expect(await screen.findByRole('button', { name: 'Filters', expanded: true })).toBe(button)
    cleanup()
    const { person: later } = open('?state=locked')
    await later.click(await screen.findByRole('button', { name: 'Filters (1)', expanded: true }))
    expect(screen.queryByRole('combobox', { name: 'State' })).toBeNull()
  })
})

describe('the filters of a list that have no room in its line', () => {
  beforeEach(() => {
    const rightOf = (element: Element): number => {
      const before = element.previousElementSibling
      return (before ? rightOf(before) : 0) + (element.tagName === 'BUTTON' ? 20 : 100)
    }
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return { left: 0, right: rightOf(this) } as DOMRect
    })
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(150)
  })
  afterEach(() => vi.restoreAllMocks())

  test('are behind a button at its end, except those that are set', async () => {
    const { person } = open()
    const more = await screen.findByRole('button', { name: 'More filters', expanded: false })
    expect(screen.getByRole('combobox', { name: 'State' })).toBeDefined()
    expect(screen.queryByLabelText('From')).toBeNull()
    more.focus()
    await person.keyboard('{Enter}')
    expect(screen.getByRole('button', { name: 'More filters', expanded: true })).toBe(more)
    await person.tab()
    expect(document.activeElement).toBe(screen.getByLabelText('From'))
    await person.click(more)
    expect(screen.queryByLabelText('From')).toBeNull()
    cleanup()
    open('?from=2026-11-01')
    expect(await screen.findByLabelText('From')).toBeDefined()
    // There is no other.
    expect(screen.queryByRole('button', { name: 'More filters' })).toBeNull()
  })
})

describe('a day filter with a text that is no day', () => {
  const noDay = 'That is not a valid date format'
  const from = () => screen.getByLabelText<HTMLInputElement>('From')

  /** Opens the list and writes over its day; the filter is not left yet. */
  async function writeOver(search: string, before = search) {
    const page = open(search, before)
    await page.person.clear(await screen.findByLabelText('From'))
    await page.person.type(from(), '31.12.')
    return page
  }

  test('is no filter once I leave it: the text stays, with its error', async () => {
    const { person, address } = await writeOver('?from=2026-11-01&state=locked')
    await person.tab()
    await waitFor(() => expect(address()).toBe('/people?state=locked'))
    expect(from().value).toBe('31.12.')
    expect(screen.getByText(noDay)).toBeDefined()
    await person.clear(from())
    await person.type(from(), '1/5/27')
    await person.tab()
    await waitFor(() => expect(address()).toContain('from=2027-01-05'))
    expect(from().value).toBe('01/05/2027')
    expect(screen.queryByText(noDay)).toBeNull()
  })

  test('is emptied by Clear filters, which stays until then', async () => {
    const { person, address } = await writeOver('?from=2026-11-01')
    await person.tab()
    await waitFor(() => expect(address()).toBe('/people'))
    await person.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(from().value).toBe('')
    expect(screen.queryByText(noDay)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
  })

  test.each([
    ['?from=2026-11-01', '?from=2026-10-01', '10/01/2026'],
    ['?page=2', '', ''],
  ])('at %s shows the filter of the address before after Back', async (search, before, shown) => {
    const { person, back } = await writeOver(search, before)
    await person.tab()
    from().focus()
    back()
    await waitFor(() => expect(from().value).toBe(shown))
    expect(screen.queryByText(noDay)).toBeNull()
  })

  test('shows the filter of the address before after Back, also while I write', async () => {
    const { back } = await writeOver('?from=2026-11-01', '?from=2026-10-01')
    back()
    await waitFor(() => expect(from().value).toBe('10/01/2026'))
  })

  test('shows what a saved filter says', async () => {
    saved = { filters: [{ nameTxt: 'Locked', filters: { state: 'locked' } }], update: () => Promise.resolve() }
    const { person, address } = await writeOver('')
    await person.tab()
    await person.click(screen.getByRole('button', { name: /^Saved filters/ }))
    await person.click(await screen.findByRole('menuitem', { name: /^Locked/ }))
    await waitFor(() => expect(address()).toBe('/people?state=locked'))
    expect(from().value).toBe('')
    expect(screen.queryByText(noDay)).toBeNull()
  })

  test('does not report the day that stood there a moment before', async () => {
    const { person, address } = open()
    await screen.findByLabelText('From')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.change(from(), { target: { value: '2026-11-01' } })
    fireEvent.change(from(), { target: { value: '2026-11-0' } })
    vi.advanceTimersByTime(1_000)
    vi.useRealTimers()
    await person.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Locked')
    await waitFor(() => expect(address()).toBe('/people?state=locked'))
    expect(requests.some(({ filters }) => filters.from !== undefined)).toBe(false)
    expect(from().value).toBe('2026-11-0')
  })
})

describe('the address of a list', () => {
  test('holds filters, sort order and page; invalid values are ignored', () => {
    expect(
      people.read({ q: 12, state: 'locked', from: '2026-11-01', sort: 'email', dir: 'desc', page: 3, size: 30 }),
    ).toEqual({
      filters: { q: '12', state: 'locked', from: '2026-11-01', client: undefined, internal: undefined },
      sort: { column: 'email', direction: 'desc' },
      page: 3,
      size: 30,
      hidden: [],
    })
    expect(people.read({ state: 'gone', from: 'yesterday', sort: 'password', dir: 'up', page: 0, size: 1000 })).toEqual(
      {
        filters: { q: undefined, state: undefined, from: undefined, client: undefined, internal: undefined },
        sort: { column: 'name', direction: 'asc' },
        page: 1,
        size: 15,
        hidden: [],
      },
    )
  })

  test('starts with 15 rows, offers 30 and 60, and accepts other sizes that a list declares (UIGN-026, UIGN-028)', () => {
    expect(people.pageSizes).toEqual([15, 30, 60])
    expect(people.read({}).size).toBe(15)
    const few = listSearch(
      { columns: ['name'], defaultSort: { column: 'name', direction: 'asc' }, filters: {} },
      {},
      { pageSizes: [5, 10] },
    )
    expect(few.read({}).size).toBe(5)
    expect(few.read({ size: 10 }).size).toBe(10)
    expect(few.read({ size: 15 }).size).toBe(5)
  })

  test.each([
    [1, true],
    ['Y', true],
    ['y', true],
    [true, true],
    ['N', false],
    [0, false],
    ['yes', undefined],
  ] as const)('a filter for Yes and No takes %j for %s (UIGN-034)', (value, read) => {
    expect(people.read({ internal: value }).filters.internal).toBe(read)
  })

  test('a filter of the call is read and sent as the contract declares it', () => {
    const values = people.read({
      q: `${'x'.repeat(150)}`,
      state: 'locked',
      client: 7,
      internal: 'y',
      from: '2026-11-01',
    })
    expect(people.selection(values)).toEqual({
      nm: 'x'.repeat(100),
      stateCd: 'locked',
      clientId: 7,
      internalFlg: true,
      sort: 'name',
      direction: 'asc',
    })
    expect(people.query(people.read({ page: 2, size: 30, client: -1 }))).toMatchObject({
      clientId: undefined,
      pageNo: 2,
      pageSize: 30,
    })
    expect(people.read(people.write(values))).toEqual(values)
  })

  test('omits default values', () => {
    expect(people.write(people.read({}))).toEqual({})
    expect(Object.values(people.write(people.read({}))).every((value) => value === undefined)).toBe(true)
  })
})

describe('a list', () => {
  test('keeps its rows and its filters while the next page loads, and the focus stays on the button (UIGN-002)', async () => {
    const { person, address } = open('?page=6')
    await screen.findByText('76–90 of 100')
    let arrive: () => void = () => undefined
    respond = () => new Promise((resolve) => (arrive = () => resolve({ rows: rowsFrom(91, 10), total: 100 })))
    const next = screen.getByRole('button', { name: 'Next' })
    await person.click(next)
    await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'))
    expect(screen.getByRole('row', { name: /Person 76/ })).toBeDefined()
    expect(screen.getByRole('searchbox', { name: 'Find a person' })).toBeDefined()
    await waitFor(() => expect(requests.at(-1)?.page).toBe(7))
    arrive()
    await screen.findByRole('row', { name: /Person 91/ })
    expect(address()).toContain('page=7')
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBeNull()
    // The last page: the button stays, is unavailable, and keeps the focus.
    expect(next.getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(next)
    expect(document.getElementById(next.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'This is the last page.',
    )
  })

  test('keeps the focus on Previous at the first page', async () => {
    const { person } = open('?page=2')
    await screen.findByText('16–30 of 100')
    const previous = screen.getByRole('button', { name: 'Previous' })
    await person.click(previous)
    await screen.findByText('1–15 of 100')
    expect(document.activeElement).toBe(previous)
  })

  test('returns to page 1 with another page size (UIGN-008, UIGN-026)', async () => {
    const { person, address } = open('?page=3')
    await screen.findByText('31–45 of 100')
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toContain('60')
    await person.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '60')
    await screen.findByText('1–60 of 100')
    expect(address()).toBe('/people?size=60')
  })

  test('of few rows has the choice of their height, and no pages', async () => {
    respond = () => Promise.resolve({ rows: rowsFrom(1, 3), total: 3 })
    open()
    await screen.findByRole('row', { name: /Person 3 / })
    screen.getByRole('combobox', { name: 'Row height' })
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  })

  test('has compact rows in every table once I choose them', async () => {
    const { person } = open()
    await screen.findByText('1–15 of 100')
    const density = screen.getByRole('combobox', { name: 'Row height' })
    await person.selectOptions(density, 'Compact')
    expect(document.documentElement.dataset['density']).toBe('compact')
    expect(document.cookie).toContain('portal-density=compact')
    await person.selectOptions(density, 'Comfortable')
    expect(document.documentElement.dataset['density']).toBe('comfortable')
  })

  test('returns to page 1 with another filter, and typing adds no history entries', async () => {
    const { person, address } = open('?page=3')
    await screen.findByText('31–45 of 100')
    await person.type(screen.getByRole('searchbox', { name: 'Find a person' }), '12')
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ page: 1, filters: { q: '12' } }))
    expect(address()).not.toContain('page')
    await person.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(address()).toBe('/people'))
  })

  test('is sorted by a click on a column title, and reversed by the next', async () => {
    const { person, address } = open()
    await person.click(await screen.findByRole('button', { name: 'E-mail' }))
    await waitFor(() => expect(address()).toBe('/people?sort=email&dir=asc'))
    expect(screen.getByRole('columnheader', { name: 'E-mail' }).getAttribute('aria-sort')).toBe('ascending')
    await person.click(screen.getByRole('button', { name: 'E-mail' }))
    await waitFor(() => expect(address()).toBe('/people?sort=email&dir=desc'))
  })

  test('keeps a selection over its pages, counts it, and restores the focus when it is cleared', async () => {
    const { person } = open()
    await person.click(await screen.findByRole('checkbox', { name: 'Select Person 2' }))
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows on this page' })
    expect(all.indeterminate).toBe(true)
    await person.click(screen.getByRole('button', { name: 'Next' }))
    await person.click(await screen.findByRole('checkbox', { name: 'Select Person 16' }))
    expect(screen.getByText('2 selected')).toBeDefined()
    await person.click(all)
    expect(screen.getByText('16 selected')).toBeDefined()
    const bar = within(screen.getByRole('group', { name: 'Actions for the selected rows' }))
    expect(bar.getByRole('button', { name: 'Lock' })).toBeDefined()
    await person.click(bar.getByRole('button', { name: 'Clear selection' }))
    expect(document.activeElement).toBe(all)
    expect(screen.queryByText(/ selected$/)).toBeNull()
  })

  describe('whose rows arrive while a menu of one is open', () => {
    async function openMenuOf(name: string) {
      let finish: (rows: readonly Person[]) => void = () => undefined
      const { person } = open()
      await screen.findByRole('row', { name: /Person 3 / })
      respond = () => new Promise((resolve) => (finish = (rows) => resolve({ rows: [...rows], total: rows.length })))
      await person.type(screen.getByRole('searchbox', { name: 'Find a person' }), 'p')
      await waitFor(() => expect(requests.at(-1)?.filters.q).toBe('p'))
      screen.getByRole('button', { name: `Actions for ${name}` }).focus()
      await person.keyboard('{Enter}')
      const entry = await screen.findByRole('menuitem', { name: 'Open' })
      await waitFor(() => expect(document.activeElement).toBe(entry))
      return { entry, finish: (rows: readonly Person[]) => finish(rows) }
    }

    test('keeps the focus in the menu where its row is still there, if at another place', async () => {
      const { entry, finish } = await openMenuOf('Person 3')
      finish(rowsFrom(1, 5).toReversed())
      await waitFor(() => expect(screen.queryByRole('row', { name: /Person 6 / })).toBeNull())
      expect(document.activeElement).toBe(entry)
    })

    test('focuses the search where the row is gone: the next one is about somebody else', async () => {
      const { finish } = await openMenuOf('Person 3')
      finish(rowsFrom(4, 2))
      await waitFor(() => expect(screen.queryByRole('row', { name: /Person 3 / })).toBeNull())
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find a person' })))
    })

    test.each([
      ['the next row', 'Person 3', 'Person 4'],
      ['the row before the last one', 'Person 15', 'Person 14'],
    ])('focuses %s where what I chose in the menu has taken the row away', async (_row, gone, next) => {
      const { person } = open()
      await screen.findByRole('row', { name: new RegExp(`${gone} `) })
      openRow = (id) =>
        queryClient.setQueriesData({ queryKey: ['people'] }, (page?: Page<Person>) => ({
          rows: page?.rows.filter((row) => row.id !== id) ?? [],
          total: 99,
        }))
      screen.getByRole('button', { name: `Actions for ${gone}` }).focus()
      await person.keyboard('{Enter}')
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Open' })))
      await person.keyboard('{Enter}')
      await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(`${gone} `) })).toBeNull())
      await waitFor(() => expect(document.activeElement?.closest('tr')?.textContent ?? '').toContain(next))
    })

    test('focuses the search where no row is left', async () => {
      const { finish } = await openMenuOf('Person 3')
      finish([])
      await screen.findByText('No results match your filters.')
      expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find a person' }))
    })
  })

  test('hides a column, and keeps that in the address', async () => {
    const { person, address } = open()
    await screen.findByRole('columnheader', { name: 'E-mail' })
    await person.click(screen.getByRole('button', { name: 'Columns' }))
    await person.click(await screen.findByRole('menuitem', { name: 'E-mail' }))
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'E-mail' })).toBeNull())
    expect(address()).toContain('hide=')
  })

  test('stays on its page, with what it shows of it, when I hide a column', async () => {
    const { person, address } = open('?page=3&sort=email&dir=desc')
    await screen.findByText('31–45 of 100')
    await person.click(screen.getByRole('button', { name: 'Columns' }))
    await person.click(await screen.findByRole('menuitem', { name: 'E-mail' }))
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'E-mail' })).toBeNull())
    screen.getByText('31–45 of 100')
    for (const part of ['page=3', 'sort=email', 'dir=desc']) expect(address()).toContain(part)
  })

  test('shows above its rows that the next page failed, and can retry', async () => {
    const { person } = open()
    await screen.findByText('1–15 of 100')
    respond = () => Promise.reject(new Error('broken'))
    await person.click(screen.getByRole('button', { name: 'Next' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The list couldn’t be loaded.')
    expect(screen.getByRole('row', { name: /Person 1 / })).toBeDefined()
    respond = () => Promise.resolve({ rows: rowsFrom(16, 15), total: 100 })
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('row', { name: /Person 16/ })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('whose first page failed does not look as if it were empty', async () => {
    respond = () => Promise.reject(new Error('The people could not be loaded.'))
    open()
    await screen.findByRole('button', { name: 'Try again' })
    expect(screen.queryByText('There is nobody yet.')).toBeNull()
  })

  test('without rows shows what to do; without a match how to see more', async () => {
    respond = () => Promise.resolve({ rows: [], total: 0 })
    const { person } = open('?state=locked')
    await screen.findByText('No results match your filters.')
    await person.click(screen.getByRole('button', { name: 'Clear filters' }))
    await screen.findByText('There is nobody yet.')
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find a person' }))
  })

  describe('whose rows lead to records', () => {
    const cell = (email: string) => screen.findByRole('cell', { name: email })

    test('has a link in the first cell, which a click beside it follows', async () => {
      rowTarget = ({ id }) => `/people?record=${id}`
      const { person, address } = open()
      const link = await screen.findByRole('link', { name: 'Person 3' })
      expect(link.getAttribute('href')).toBe('/people?record=3')
      await person.click(link)
      await waitFor(() => expect(address()).toBe('/people?record=3'))
      await person.click(await cell('p4@client.test'))
      await waitFor(() => expect(address()).toBe('/people?record=4'))
    })

    test('opens nothing on check boxes and menus, nor while text is being selected', async () => {
      rowTarget = ({ id }) => `/people?record=${id}`
      const { person, address } = open()
      await person.click(await screen.findByRole('checkbox', { name: 'Select Person 3' }))
      await person.click(screen.getByRole('button', { name: 'Actions for Person 3' }))
      await person.click(await screen.findByRole('menuitem', { name: 'Open' }))
      // Beside the check box and the button.
      for (const control of [
        screen.getByRole('checkbox', { name: 'Select Person 4' }),
        screen.getByRole('button', { name: 'Actions for Person 4' }),
      ])
        await person.click(control.closest('td') ?? control)
      // A press that closes a menu.
      await person.click(screen.getByRole('button', { name: 'Actions for Person 3' }))
      await screen.findByRole('menu')
      await person.click(await cell('p4@client.test'))
      const email = await cell('p4@client.test')
      getSelection()?.selectAllChildren(email)
      // Without the press, which would end the selection.
      fireEvent.click(email)
      expect(address()).toBe('/people')
      getSelection()?.removeAllRanges()
    })

    test('opens nothing on what a row has opened elsewhere on the page, such as its dialog', async () => {
      rowTarget = ({ id }) => `/people?record=${id}`
      elsewhere = createPortal(<p>More about Person 3</p>, document.body)
      const { person, address } = open()
      await person.click(await screen.findByText('More about Person 3'))
      await person.click(await screen.findByRole('checkbox', { name: 'Select Person 4' }))
      expect(address()).toBe('/people')
    })

    test('opens the dialog of a record without an address, which then returns the focus to its row', async () => {
      const opened = vi.fn()
      rowTarget = ({ id }) => (id === 3 ? opened : undefined)
      const { person } = open()
      await person.click(await cell('p4@client.test'))
      await person.click(await cell('p3@client.test'))
      expect(opened).toHaveBeenCalledOnce()
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Person 3' }))
      expect(screen.queryByRole('button', { name: 'Person 4' })).toBeNull()
    })
  })

  describe('that has become shorter than the page of its address', () => {
    const shortTo = (total: number) => {
      respond = ({ page, size }) => {
        const first = (page - 1) * size + 1
        return Promise.resolve({ rows: rowsFrom(first, Math.max(0, Math.min(size, total - first + 1))), total })
      }
    }

    test('shows its last page, which Back does not undo, and says nothing of filters', async () => {
      shortTo(31)
      const { address, back } = open('?size=30&page=9999', '?state=locked')
      await screen.findByText('31–31 of 31')
      expect(address()).toBe('/people?size=30&page=2')
      expect(screen.queryByText(/filters\./)).toBeNull()
      back()
      await waitFor(() => expect(address()).toBe('/people?state=locked'))
    })

    test('leads on to the first page after its only other row is deleted', async () => {
      shortTo(31)
      const { address } = open('?size=30&page=2')
      await screen.findByRole('row', { name: /Person 31/ })
      shortTo(30)
      await queryClient.invalidateQueries({ queryKey: ['people'] })
      await screen.findByText('1–30 of 30')
      expect(address()).toBe('/people?size=30')
    })

    test('keeps the focus on the button that asked for a page that is gone', async () => {
      const { person, address } = open('?page=2')
      await screen.findByText('16–30 of 100')
      shortTo(20)
      const next = screen.getByRole('button', { name: 'Next' })
      await person.click(next)
      await screen.findByText('16–20 of 20')
      expect(document.activeElement).toBe(next)
      expect(address()).toBe('/people?page=2')
    })

    test('without any row shows what to do', async () => {
      shortTo(0)
      const { address } = open('?page=3')
      await screen.findByText('There is nobody yet.')
      await waitFor(() => expect(address()).toBe('/people'))
    })
  })
})
