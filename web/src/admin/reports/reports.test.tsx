import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { adminPages } from '@portico/contract/kit/guard.ts'
import { oneMonthBefore } from '@portico/contract/reports/report-rules.ts'
import {
  exportAccessReport,
  exportUserListReport,
  getExcelStatus,
  listAccessCustomers,
  listAccessCustomerTree,
  listPciCustomers,
  listPciCustomerTree,
  listReportFacilities,
  listReportQueue,
  listReportSystems,
  requestAccessReport,
  requestPciReport,
} from '@portico/contract/reports/reports.ts'
import { formatDay } from '../../ui/format.ts'
import { answer, answerAfter, answerFile, answerWire, failToConnect, refuse, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { today } from '../../ui/day-bounds.ts'
// Loaded with the tests, so that the first one does not wait for them.
import './PciUserReportPage.tsx'
import './UserAccessReportPage.tsx'
import './UserListReportPage.tsx'

const customer = (customerId: number, customerNm: string, parentCustId = 0) => ({
  customerId,
  customerNm,
  parentCustId,
})
const total = (count: number) => ({ headers: { 'x-total-count': String(count) } })
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => customer(index + 1, `Customer ${index + 1}`))
const meridian = [customer(1, 'Meridian'), customer(2, 'North', 1), customer(3, 'South', 1)]
const harbor = customer(4, 'Harbor')

let newTab: {
  location: { replace: ReturnType<typeof vi.fn>; pathname: string }
  close: ReturnType<typeof vi.fn>
  document: Document
}

beforeEach(() => {
  answerFrame()
  answer(
    getAdminMenu,
    adminPages.map((pageNm, index) => ({ pageId: index + 1, pageNm })),
  )
  answer(listReportFacilities, [
    { facilityCd: 'EDH', facilityNm: 'EDH', hierarchyFlg: true },
    { facilityCd: 'KCW', facilityNm: 'KCW', hierarchyFlg: false },
  ])
  answer(listReportSystems, [
    { systemId: 1, systemNm: 'All Applications', browserLogoutUrl: null },
    { systemId: 102, systemNm: 'Payments Hub', browserLogoutUrl: null },
  ])
  for (const endpoint of [listPciCustomerTree, listAccessCustomerTree])
    answer(endpoint, [...meridian, harbor], total(2))
  for (const endpoint of [listPciCustomers, listAccessCustomers]) answer(endpoint, [customer(9, 'Flat')], total(1))
  answer(getExcelStatus, 9)
  answer(listReportQueue, [])
  signInAs({ internalUserFlg: true })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:report')
  const frame = document.implementation.createHTMLDocument()
  newTab = { location: { replace: vi.fn(), pathname: 'blank' }, close: vi.fn(), document: frame }
  vi.spyOn(window, 'open').mockReturnValue(newTab as unknown as Window)
  onTestFinished(() => void vi.restoreAllMocks())
})

const BASE = '/content-authenticated/administration/reports'
async function open(report: 'user-list' | 'pci-user' | 'user-access', title: string) {
  const page = renderPage(`${BASE}/${report}`)
  await screen.findByRole('heading', { name: title, level: 1 })
  return page
}
type Person = Awaited<ReturnType<typeof open>>['person']
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const press = (person: Person, name: string) => person.click(screen.getByRole('button', { name }))
const setDay = (name: string, day: string) => fireEvent.change(field(name), { target: { value: day } })
const wireDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

/** What the browser would save, by name. */
function savedNames(): string[] {
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return names
}

describe('User List', () => {
  const openForm = () => open('user-list', 'User List Report')

  test('the form begins with active internal users, administrators or not, who last signed in within a month, and shows no error (RPTS-001, RPTS-004..006, RPTS-029..031, RPTS-064, RPTS-108, RPTS-109, RPTS-115..121)', async () => {
    const { person } = await openForm()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(field('User status').value).toBe('A')
    expect(field('User type').value).toBe('Y')
    expect(field('Administrators').value).toBe('ALL')
    expect(field('Dates are about').value).toBe('lastlogin')
    expect(radio('Specific dates').checked).toBe(true)
    const [from, to] = [oneMonthBefore(today()), today()]
    expect([field('From').value, field('To').value]).toEqual([formatDay(from), formatDay(to)])
    const names = savedNames()
    answerFile(exportUserListReport, '', 'attachment; filename="user-list-report.xlsx"')
    await press(person, 'Generate Excel')
    await screen.findByText('The spreadsheet has been downloaded.')
    expect(names).toEqual(['user-list-report.xlsx'])
    expect(requestsTo(exportUserListReport).at(-1)?.body).toMatchObject({
      userStatus: 'A',
      userType: 'Y',
      adminFlg: 'ALL',
      dateField: 'lastlogin',
      dateType: 'specific',
      fromDate: wireDay(from),
      toDate: wireDay(to),
    })
  })

  test('the days are those of the portal’s time zone, which is named where mine is another', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T12:00:00Z') })
    document.documentElement.dataset['timeZone'] = 'Pacific/Kiritimati'
    onTestFinished(() => {
      vi.useRealTimers()
      delete document.documentElement.dataset['timeZone']
    })
    await openForm()
    expect([field('From').value, field('To').value]).toEqual(['10/25/2026', '11/25/2026'])
    const hint = screen.getByText('Dates are in the portal’s time zone, Pacific/Kiritimati.')
    for (const name of ['From', 'To']) expect(field(name).getAttribute('aria-describedby')).toContain(hint.id)
  })

  test.each(['Asia/Kolkata', 'Asia/Calcutta'])('the time zone is not named where it is mine, as %s', async (zone) => {
    vi.stubEnv('TZ', 'Asia/Calcutta')
    document.documentElement.dataset['timeZone'] = zone
    onTestFinished(() => {
      vi.unstubAllEnvs()
      delete document.documentElement.dataset['timeZone']
    })
    await openForm()
    expect(screen.queryByText(/^Dates are in/)).toBeNull()
  })

  test('an external administrator begins with external users, as there are no others for them', async () => {
    signInAs({ internalUserFlg: false })
    await openForm()
    expect(field('User type').value).toBe('N')
  })

  test('without dates I get all users, and no dates are sent', async () => {
    const { person } = await openForm()
    savedNames()
    answerFile(exportUserListReport)
    await person.click(radio('All dates'))
    expect(screen.queryByLabelText('From')).toBeNull()
    await press(person, 'Generate Excel')
    await screen.findByText('The spreadsheet has been downloaded.')
    const body = requestsTo(exportUserListReport).at(-1)?.body
    expect(body).toMatchObject({ dateType: 'all' })
    expect(Object.keys(body as object)).not.toContain('fromDate')
  })

  test('730 days are accepted, 731 mark both dates, and nothing is sent (RPTS-065, RPTS-066, RPTS-068, RPTS-069, RPTS-107)', async () => {
    const { person } = await openForm()
    const names = savedNames()
    answerFile(exportUserListReport)
    setDay('From', daysBefore(today(), 731))
    await press(person, 'Generate Excel')
    expect(await screen.findAllByText('The dates can be at most 730 days apart.')).toHaveLength(2)
    for (const name of ['From', 'To']) expect(field(name).getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field('From'))
    expect(requestsTo(exportUserListReport)).toHaveLength(0)
    setDay('From', daysBefore(today(), 730))
    await press(person, 'Generate Excel')
    await waitFor(() => expect(names).toHaveLength(1))
    expect(screen.queryByText('The dates can be at most 730 days apart.')).toBeNull()
  })

  test('correcting one date takes the error from both when I leave it', async () => {
    const { person } = await openForm()
    setDay('From', daysBefore(today(), 800))
    await press(person, 'Generate Excel')
    await screen.findAllByText('The dates can be at most 730 days apart.')
    await person.click(field('From'))
    setDay('From', daysBefore(today(), 10))
    await person.tab()
    await waitFor(() => expect(field('To').getAttribute('aria-invalid')).not.toBe('true'))
  })

  test('dates the wrong way round or missing are refused at their fields (RPTS-075, decision L5)', async () => {
    const { person } = await openForm()
    setDay('From', today())
    setDay('To', daysBefore(today(), 1))
    await press(person, 'Generate Excel')
    expect(await screen.findAllByText('That is not a valid date range')).toHaveLength(2)
    setDay('From', '')
    await press(person, 'Generate Excel')
    expect(await screen.findAllByText('This field is required')).toHaveLength(1)
    expect(screen.queryByText('That is not a valid date range')).toBeNull()
    expect(requestsTo(exportUserListReport)).toHaveLength(0)
  })

  const SENTENCE = 'There is an error processing the request. Please try again'
  test.each([
    ['no attachment', () => answerFile(exportUserListReport, '', 'inline; filename="report.xlsx"')],
    ['an answer without a file', () => answerWire(exportUserListReport, { code: '200', data: null, message: '' })],
    ['no answer', () => failToConnect(exportUserListReport)],
    ['a failure of the server', () => refuse(exportUserListReport, 500, 'Internal')],
  ])('%s shows the specified sentence, and saves nothing (RPTS-094, RPTS-100)', async (_what, prepare) => {
    const { person } = await openForm()
    const names = savedNames()
    prepare()
    await press(person, 'Generate Excel')
    expect((await screen.findByRole('alert')).textContent).toContain(SENTENCE)
    expect(names).toEqual([])
  })

  test('a refusal keeps its own words, at its field', async () => {
    const { person } = await openForm()
    const message = 'That is not a valid date range'
    refuse(exportUserListReport, 422, message, [{ field: 'toDate', message }])
    await press(person, 'Generate Excel')
    await screen.findByText(message)
    expect(field('To').getAttribute('aria-invalid')).toBe('true')
  })

  test('while it is prepared I read how far it is, and pressing again sends nothing (decision L4)', async () => {
    const { person } = await openForm()
    savedNames()
    let finish: (data: never) => void = () => undefined
    answerAfter(exportUserListReport, new Promise<never>((resolve) => (finish = resolve)))
    await press(person, 'Generate Excel')
    await screen.findByText('The spreadsheet is being prepared.')
    await press(person, 'Generate Excel')
    const tokens = requestsTo(exportUserListReport).map(({ body }) => (body as { excelToken: string }).excelToken)
    expect(tokens).toHaveLength(1)
    const [excelToken = ''] = tokens
    expect(excelToken).toMatch(/^[0-9a-f]{32}$/)
    expect(requestsTo(getExcelStatus)[0]?.path.endsWith(`/excel-status/${excelToken}`)).toBe(true)
    finish(null as never)
    await waitFor(() => expect(screen.queryByText('The spreadsheet is being prepared.')).toBeNull())
  })
})

describe('PCI User', () => {
  const openForm = () => open('pci-user', 'PCI User Report')

  test('I choose a customer below its parent, and the report opens in a new window at the click (RPTS-002, RPTS-007..010, RPTS-026, RPTS-032..036, RPTS-049, RPTS-050)', async () => {
    const { person } = await openForm()
    expect(radio('EDH').checked).toBe(true)
    expect(screen.getAllByRole('radio').map((each) => (each as HTMLInputElement).value)).toEqual(
      expect.arrayContaining(['1', '2', '3', '4']),
    )
    expect(radio('North').getAttribute('aria-describedby')).toBe(screen.getByText('Meridian').id)
    await person.click(radio('North'))
    expect(screen.getByText('Selected: North')).toBeDefined()
    let finish: (id: number) => void = () => undefined
    answerAfter(requestPciReport, new Promise((resolve) => (finish = resolve)))
    await press(person, 'Generate report')
    expect(window.open).toHaveBeenCalledWith('about:blank', '_blank')
    expect(newTab.document.body.textContent).toBe('Your report is being requested.')
    expect(newTab.location.replace).not.toHaveBeenCalled()
    finish(71)
    await screen.findByText('Your report is being generated and opens in the new window.')
    expect(newTab.location.replace).toHaveBeenCalledWith('/content-authenticated/administration/report-viewer/71')
    expect(requestsTo(requestPciReport).at(-1)?.body).toEqual({ facilityCd: 'EDH', customerId: 2, dateType: 'all' })
    newTab.location.pathname = '/ccservices/secure/admin/rest/report/page'
    await screen.findByText('Your report has opened in the new window.', {}, { timeout: 10_000 })
    expect(screen.queryByText('Your report is being generated and opens in the new window.')).toBeNull()
  })

  test('without a customer I read so at the field, no window opens and nothing is sent (RPTS-065, RPTS-071, RPTS-072)', async () => {
    const { person } = await openForm()
    await press(person, 'Generate report')
    await screen.findByText('Please select a customer.')
    const group = screen.getByRole('radiogroup', { name: 'Customer' })
    expect(group.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(group)
    expect(window.open).not.toHaveBeenCalled()
    expect(requestsTo(requestPciReport)).toHaveLength(0)
    await person.click(radio('Harbor'))
    expect(screen.queryByText('Please select a customer.')).toBeNull()
  })

  test('another facility has other customers and unchecks mine (RPTS-008, RPTS-076)', async () => {
    const { person } = await openForm()
    await person.click(radio('Harbor'))
    await person.click(radio('KCW'))
    await screen.findByRole('radio', { name: 'Flat' })
    expect(screen.queryByText('Selected: Harbor')).toBeNull()
    await press(person, 'Generate report')
    await screen.findByText('Please select a customer.')
    await person.click(radio('EDH'))
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Harbor' })).checked).toBe(false)
    expect(requestsTo(listPciCustomers)[0]?.path.endsWith('/KCW')).toBe(true)
  })

  test('a search shows the groups of its hits; Enter in it sends no form, and clearing it shows all again (RPTS-077..079)', async () => {
    const { person } = await openForm()
    await person.click(radio('Harbor'))
    answer(listPciCustomerTree, meridian, total(1))
    await person.type(screen.getByRole('searchbox', { name: 'Search customers' }), 'nOrth{Enter}')
    await waitFor(() => expect(screen.queryByRole('radio', { name: 'Harbor' })).toBeNull())
    await waitFor(() => expect(requestsTo(listPciCustomerTree).at(-1)?.search).toBe('?searchPattern=nOrth'))
    expect(radio('South')).toBeDefined()
    expect(screen.getByText('Selected: Harbor')).toBeDefined()
    expect(requestsTo(requestPciReport)).toHaveLength(0)
    await press(person, 'Clear search')
    await screen.findByRole('radio', { name: 'Harbor' })
  })

  test('customers of KCW are found by name, and where there is none I read so (RPTS-080)', async () => {
    const { person } = await openForm()
    await person.click(radio('KCW'))
    await screen.findByRole('radio', { name: 'Flat' })
    answer(listPciCustomers, [], total(0))
    await person.type(screen.getByRole('searchbox', { name: 'Search customers' }), 'zz')
    await screen.findByText('No results found.')
    await waitFor(() => expect(requestsTo(listPciCustomers).at(-1)?.search).toBe('?searchPattern=zz'))
  })

  test('150 customers show at first, 100 more at a time with the focus on the first of them, and a search begins again (RPTS-110, RPTS-112, RPTS-113)', async () => {
    answer(listPciCustomers, many(150), total(320))
    const { person } = await openForm()
    await person.click(radio('KCW'))
    await screen.findByRole('radio', { name: 'Customer 150' })
    const customers = () => within(screen.getByRole('radiogroup', { name: 'Customer' })).getAllByRole('radio').length
    expect(customers()).toBe(150)
    answer(listPciCustomers, many(320).slice(150, 300), total(320))
    await press(person, 'Show 100 more of 320')
    await waitFor(() => expect(customers()).toBe(250))
    expect(requestsTo(listPciCustomers).at(-1)?.search).toBe('?offset=150')
    expect(document.activeElement).toBe(radio('Customer 151'))
    expect(radio('Customer 151').checked).toBe(false)
    answer(listPciCustomers, many(150), total(320))
    await person.type(screen.getByRole('searchbox', { name: 'Search customers' }), 'c')
    await waitFor(() => expect(customers()).toBe(150))
  })

  test('a refusal closes the window and shows the server’s message (RPTS-103)', async () => {
    const { person } = await openForm()
    await person.click(radio('Harbor'))
    refuse(requestPciReport, 429, 'You already have 3 reports that wait or run.')
    await press(person, 'Generate report')
    await screen.findByText('You already have 3 reports that wait or run.')
    expect(newTab.close).toHaveBeenCalled()
  })

  test('where the browser blocks the window I open the report with a link', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    answer(requestPciReport, 72)
    const { person } = await openForm()
    await person.click(radio('Harbor'))
    await press(person, 'Generate report')
    const link = await screen.findByRole('link', { name: 'Open the report' })
    expect(link.getAttribute('href')).toBe('/content-authenticated/administration/report-viewer/72')
    expect(link.getAttribute('rel')).toBe('opener')
  })

  test('customers that could not be loaded can be asked for again', async () => {
    refuse(listPciCustomerTree, 500, 'Internal')
    const { person } = await openForm()
    await screen.findByText('The customers couldn’t be loaded.')
    answer(listPciCustomerTree, [harbor], total(1))
    await press(person, 'Try again')
    await screen.findByRole('radio', { name: 'Harbor' })
  })

  test('the search stays, with the focus in it, while no customers are there yet or after they failed', async () => {
    refuse(listPciCustomerTree, 500, 'Internal')
    const { person } = await openForm()
    await screen.findByText('The customers couldn’t be loaded.')
    const search = screen.getByRole('searchbox', { name: 'Search customers' })
    let finish: (found: (typeof harbor)[]) => void = () => undefined
    answerAfter(listPciCustomerTree, new Promise((resolve) => (finish = resolve)))
    await person.type(search, 'h')
    await waitFor(() => expect(screen.queryByText('The customers couldn’t be loaded.')).toBeNull())
    expect(document.activeElement).toBe(search)
    expect(screen.queryByText('No results found.')).toBeNull()
    finish([harbor])
    await screen.findByRole('radio', { name: 'Harbor' })
    expect(document.activeElement).toBe(search)
  })

  test('a search that failed leaves its field, to clear it or to try again', async () => {
    const { person } = await openForm()
    refuse(listPciCustomerTree, 400, 'Too long')
    await person.type(screen.getByRole('searchbox', { name: 'Search customers' }), 'har')
    await screen.findByText('The customers couldn’t be loaded.')
    expect(screen.queryByRole('radio', { name: 'Harbor' })).toBeNull()
    expect(screen.queryByText('No results found.')).toBeNull()
    await press(person, 'Clear search')
    await screen.findByRole('radio', { name: 'Meridian' })
    expect(screen.queryByText('The customers couldn’t be loaded.')).toBeNull()
    await person.type(screen.getByRole('searchbox', { name: 'Search customers' }), 'har')
    await screen.findByText('The customers couldn’t be loaded.')
    answer(listPciCustomerTree, [harbor], total(1))
    await press(person, 'Try again')
    await screen.findByRole('radio', { name: 'Harbor' })
    expect(screen.queryByRole('radio', { name: 'Meridian' })).toBeNull()
  })

  test('an administrator without any facility reads so', async () => {
    answer(listReportFacilities, [])
    await openForm()
    expect(await screen.findAllByText('You have no access to customers that a report could be about.')).toHaveLength(2)
    expect(screen.getByRole('button', { name: 'Generate report' }).getAttribute('aria-disabled')).toBe('true')
  })
})

describe('User Access', () => {
  const openForm = () => open('user-access', 'User Access Report')

  test('the form begins with active internal users, all dates and all applications (RPTS-003, RPTS-011..019, RPTS-037..047, RPTS-051, RPTS-052, RPTS-105, RPTS-123, RPTS-124)', async () => {
    const { person } = await openForm()
    expect(field('User status').value).toBe('A')
    expect(field('User type').value).toBe('Y')
    const application = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Application' })
    expect([...application.options].map(({ value, text }) => [value, text])).toEqual([
      ['1', 'All Applications'],
      ['102', 'Payments Hub'],
    ])
    expect(application.value).toBe('1')
    const created = within(screen.getByRole('radiogroup', { name: 'When users were added' }))
    const lastLogin = within(screen.getByRole('radiogroup', { name: 'Last sign-in' }))
    for (const range of [created, lastLogin])
      expect(range.getByRole<HTMLInputElement>('radio', { name: 'All dates' }).checked).toBe(true)
    await person.click(lastLogin.getByRole('radio', { name: 'Specific dates' }))
    expect(field('Last sign-in from').value).toBe(formatDay(oneMonthBefore(today())))
    await person.click(radio('Meridian'))
    await person.selectOptions(application, '102')
    answer(requestAccessReport, 73)
    await press(person, 'Generate report')
    await waitFor(() =>
      expect(newTab.location.replace).toHaveBeenCalledWith('/content-authenticated/administration/report-viewer/73'),
    )
    expect(requestsTo(requestAccessReport).at(-1)?.body).toEqual({
      userStatus: 'A',
      userType: 'Y',
      dateType: 'all',
      lastLoginDateType: 'specific',
      lastLoginFromDate: wireDay(oneMonthBefore(today())),
      lastLoginToDate: wireDay(today()),
      facilityCd: 'EDH',
      customerId: 1,
      systemId: 102,
    })
  })

  test('all customers with all applications is refused at the application, and one application will do (RPTS-073)', async () => {
    const { person } = await openForm()
    await press(person, 'Generate report')
    await screen.findByText('Please select a customer.')
    await person.click(radio('All customers'))
    // Before anything is sent.
    await screen.findByText('Select an application, or one customer instead of all.')
    await press(person, 'Generate report')
    const application = screen.getByRole('combobox', { name: 'Application' })
    expect(application.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(application)
    expect(requestsTo(requestAccessReport)).toHaveLength(0)
    await person.selectOptions(application, '102')
    answer(requestAccessReport, 74)
    await press(person, 'Generate report')
    await waitFor(() =>
      expect(requestsTo(requestAccessReport).at(-1)?.body).toMatchObject({ customerId: 0, systemId: 102 }),
    )
  })

  test('a search offers what it found alone, not all customers beside it', async () => {
    const { person } = await openForm()
    expect(screen.getAllByRole<HTMLInputElement>('radio', { name: 'All customers' })).toHaveLength(1)
    answer(listAccessCustomerTree, meridian, total(1))
    const search = screen.getByRole('searchbox', { name: 'Search customers' })
    await person.type(search, 'north')
    await waitFor(() => expect(screen.queryByRole('radio', { name: 'All customers' })).toBeNull())
    await person.clear(search)
    await screen.findByRole('radio', { name: 'All customers' })
  })

  test('the dates of the last sign-in may not be further apart either (RPTS-070)', async () => {
    const { person } = await openForm()
    await person.click(radio('Harbor'))
    const lastLogin = within(screen.getByRole('radiogroup', { name: 'Last sign-in' }))
    await person.click(lastLogin.getByRole('radio', { name: 'Specific dates' }))
    setDay('Last sign-in from', daysBefore(today(), 731))
    await press(person, 'Generate report')
    expect(await screen.findAllByText('The dates can be at most 730 days apart.')).toHaveLength(2)
    expect(field('Last sign-in to').getAttribute('aria-invalid')).toBe('true')
    expect(requestsTo(requestAccessReport)).toHaveLength(0)
  })

  test('the same criteria give a spreadsheet, by the name that the server gives it, and no window (RPTS-019, RPTS-095)', async () => {
    const { person } = await openForm()
    const names = savedNames()
    answerFile(
      exportAccessReport,
      '',
      'attachment; filename="x.xlsx"; filename*=UTF-8\'\'Zugriffe%20f%C3%BCr%20Harbor.xlsx',
    )
    await press(person, 'Generate Excel')
    await screen.findByText('Please select a customer.')
    await person.click(radio('Harbor'))
    await press(person, 'Generate Excel')
    await screen.findByText('The spreadsheet has been downloaded.')
    expect(names).toEqual(['Zugriffe für Harbor.xlsx'])
    expect(requestsTo(exportAccessReport).at(-1)?.body).toMatchObject({ customerId: 4, systemId: 1 })
    expect(window.open).not.toHaveBeenCalled()
    answer(requestAccessReport, 75)
    await press(person, 'Generate report')
    await waitFor(() => expect(requestsTo(requestAccessReport)).toHaveLength(1))
  })

  test('while a spreadsheet is prepared its own button is busy, and the other one says why it waits', async () => {
    const { person } = await openForm()
    savedNames()
    await person.click(radio('Harbor'))
    let finish: (data: never) => void = () => undefined
    answerAfter(exportAccessReport, new Promise<never>((resolve) => (finish = resolve)))
    await press(person, 'Generate Excel')
    const [excel, report] = ['Generate Excel', 'Generate report'].map((name) => screen.getByRole('button', { name }))
    await waitFor(() => expect(excel?.getAttribute('aria-busy')).toBe('true'))
    expect(report?.getAttribute('aria-busy')).toBeNull()
    const reason = document.getElementById(report?.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toMatch(/^The spreadsheet is /)
    finish(null as never)
    await waitFor(() => expect(excel?.getAttribute('aria-busy')).toBeNull())
  })

  test('100 customers show at first and after a search (RPTS-111, RPTS-114)', async () => {
    answer(listAccessCustomers, many(150), total(150))
    const { person } = await openForm()
    await person.click(radio('KCW'))
    await screen.findByRole('radio', { name: 'Customer 100' })
    expect(screen.queryByRole('radio', { name: 'Customer 101' })).toBeNull()
    await press(person, 'Show 50 more of 150')
    await screen.findByRole('radio', { name: 'Customer 150' })
    await person.type(screen.getByRole('searchbox', { name: 'Search customers' }), 'c')
    await waitFor(() => expect(screen.queryByRole('radio', { name: 'Customer 101' })).toBeNull())
    await press(person, 'Clear search')
    await screen.findByRole('radio', { name: 'All customers' })
    expect(screen.queryByRole('radio', { name: 'Customer 101' })).toBeNull()
  })

  test('further groups are asked for when the loaded ones have been shown', async () => {
    const group = (id: number) => [
      customer(id, `Group ${id}`),
      ...Array.from({ length: 59 }, (_, index) => customer(id + index + 1, `Part ${id + index + 1}`, id)),
    ]
    answer(listAccessCustomerTree, [...group(100), ...group(200)], total(3))
    const { person } = await openForm()
    await screen.findByRole('radio', { name: 'Part 239' })
    expect(screen.queryByRole('radio', { name: 'Part 240' })).toBeNull()
    answer(listAccessCustomerTree, group(300), total(3))
    await press(person, 'Show more')
    await screen.findByRole('radio', { name: 'Part 359' })
    expect(requestsTo(listAccessCustomerTree).at(-1)?.search).toBe('?offset=2')
    expect(screen.queryByRole('button', { name: /more/ })).toBeNull()
  })

  test('what the server says of customers that cannot be shown stands below the list', async () => {
    const message = 'Only the first 5,000 customers of Group can be shown. Search by name to find the others.'
    answer(listAccessCustomerTree, [customer(1, 'Group')], { ...total(1), message })
    const { person } = await openForm()
    await screen.findByText(message)
    answer(listAccessCustomerTree, [customer(2, 'Part')], total(1))
    await person.type(screen.getByRole('searchbox', { name: 'Search customers' }), 'part')
    await waitFor(() => expect(screen.queryByText(message)).toBeNull())
  })

  test('every group of which some customers cannot be shown is named', async () => {
    const group = (id: number) => [
      customer(id, `Group ${id}`),
      ...Array.from({ length: 100 }, (_, index) => customer(id + index + 1, `Part ${id + index + 1}`, id)),
    ]
    answer(listAccessCustomerTree, group(100), { ...total(2), message: 'Some of One.' })
    const { person } = await openForm()
    await screen.findByText('Some of One.')
    answer(listAccessCustomerTree, group(300), { ...total(2), message: 'Some of Two.' })
    await press(person, 'Show more')
    await screen.findByText('Some of One. Some of Two.')
  })
})

test('the queue is one click away for those who have it', async () => {
  await open('user-list', 'User List Report')
  expect(screen.getByRole('link', { name: 'Go to the report queue' }).getAttribute('href')).toBe(
    '/content-authenticated/administration/report-queue',
  )
})

test('without the queue’s page there is no link to it', async () => {
  answer(getAdminMenu, [{ pageId: 1, pageNm: 'User List Report' }])
  await open('user-list', 'User List Report')
  expect(screen.queryByRole('link', { name: 'Go to the report queue' })).toBeNull()
})
