import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  type AuditedEvent,
  exportAuditEvents,
  getAuditVerification,
  listAuditEvents,
  searchAuditClients,
  searchAuditUsers,
} from '@portico/contract/audit/audit.ts'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { getOwnTexts } from '@portico/contract/texts/own-texts.ts'
import { getListPreferences } from '@portico/contract/preferences/preferences.ts'
import { getApplicationResources } from '@portico/contract/sign-in/sign-in.ts'
import { shippedTexts } from '@portico/contract/texts/shipped-texts.ts'
import { answer, answerAfter, answerFile, refuse, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { rememberLanguage } from '../../api/language.ts'
import { replaceLanguage } from '../../api/texts.ts'
import { formatInstant } from '../../ui/format.ts'
// Loaded with the tests, so that the first test does not wait for it.
import './AuditPage.tsx'

const changed: AuditedEvent = {
  auditEventId: 41,
  eventDt: new Date('2026-11-20T15:00:00Z'),
  eventCd: 'user_updated',
  actorId: 2,
  actorNm: 'Ada Root',
  subjectId: 9,
  subjectNm: 'Bo Client',
  clientId: 5,
  clientNm: 'Lindqvist',
  targetKindTxt: 'user',
  targetIdTxt: '9',
  targetNm: 'bo.client',
  before: { lastNm: 'Clint', jobTitle: 'Clerk' },
  after: { lastNm: 'Client', jobTitle: 'Clerk' },
  addressTxt: '203.0.113.7',
  requestId: 'req-1',
}

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 12, pageNm: 'Audit Trail' }])
  answer(listAuditEvents, [changed], { headers: { 'x-total-count': '31' } })
  answer(getAuditVerification, null)
  answer(searchAuditUsers, [{ id: 2, nameTxt: 'ada.root' }])
  answer(searchAuditClients, [{ id: 5, nameTxt: 'Lindqvist' }])
  answer(getListPreferences, { savedFilters: [], hiddenColumns: [] })
  signInAs({ internalUserFlg: true })
})

async function openPage(search = '') {
  const page = renderPage(`/content-authenticated/administration/audit${search}`)
  await screen.findByRole('heading', { name: 'Audit trail', level: 1 })
  return page
}
type Visitor = Awaited<ReturnType<typeof openPage>>['person']
const act = async (person: Visitor, entry: string) => {
  await person.click(await screen.findByRole('button', { name: /^Actions for entry of/ }))
  await person.click(await screen.findByRole('menuitem', { name: entry }))
}

test('I see who did what to whom, newest first, from where', async () => {
  await openPage()
  const row = within(await screen.findByRole('row', { name: /Ada Root/ }))
  for (const text of ['User changed', 'Bo Client', 'User bo.client', 'Lindqvist', '203.0.113.7'])
    expect(row.getByText(text)).toBeDefined()
  expect(screen.getByText('1–15 of 31')).toBeDefined()
  expect(requestsTo(listAuditEvents)[0]?.search).toContain('sort=eventDt&direction=desc&pageNo=1&pageSize=15')
})

test('an object without a name for me is shown with its number', async () => {
  answer(listAuditEvents, [{ ...changed, targetNm: null }], { headers: { 'x-total-count': '1' } })
  await openPage()
  expect(within(await screen.findByRole('row', { name: /Ada Root/ })).getByText('User 9')).toBeDefined()
})

test('an entry shows its changed values before and after', async () => {
  const { person } = await openPage()
  await act(person, 'Show what changed')
  const drawer = within(await screen.findByRole('dialog', { name: 'User changed' }))
  const row = drawer.getByRole('row', { name: /lastNm/ })
  expect(row.textContent).toContain('Clint')
  expect(row.textContent).toContain('Client')
  expect(drawer.queryByRole('row', { name: /jobTitle/ })).toBeNull()
})

test('known codes, fields and names that the portal has given are in the language of the reader', async () => {
  onTestFinished(() => {
    replaceLanguage('en', {})
    rememberLanguage(null)
  })
  answer(getOwnTexts, { languageCd: 'de', texts: {} })
  answer(getApplicationResources, shippedTexts.de)
  const before = { status: 1, isLocked: false, note: 'Active' }
  const target = {
    targetKindTxt: 'security_questions',
    targetIdTxt: '4',
    targetNm: 'What was the make of your first car?',
  }
  answer(listAuditEvents, [{ ...changed, ...target, before, after: { status: 2, isLocked: true, note: 'true' } }], {
    headers: { 'x-total-count': '1' },
  })
  const { person } = renderPage('/content-authenticated/administration/audit')
  await person.click(await screen.findByRole('button', { name: /^Aktionen für Eintrag vom/ }))
  await person.click(await screen.findByRole('menuitem', { name: 'Änderungen anzeigen' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Benutzer geändert' }))
  expect(drawer.getByText('Sicherheitsfrage Welche Marke hatte Ihr erstes Auto?')).toBeDefined()
  const rowOf = (name: string) => drawer.getByRole('row', { name: new RegExp(name) }).textContent
  expect(rowOf('Status')).toBe('StatusAktivInaktiv')
  expect(rowOf('Gesperrt')).toBe('GesperrtNeinJa')
  expect(rowOf('Hinweis')).toBe('HinweisActivetrue')
})

test.each([
  ['en', 'Actions for entry of', 'Show what changed', 'User changed'],
  ['de', 'Aktionen für Eintrag vom', 'Änderungen anzeigen', 'Benutzer geändert'],
] as const)(
  'the moments of an entry are in my date format and time zone, each beside the recorded value, without a mouse (%s)',
  async (...words) => {
    const [language, actions, show, title] = words
    onTestFinished(() => {
      replaceLanguage('en', {})
      rememberLanguage(null)
    })
    answer(getOwnTexts, { languageCd: language, texts: {} })
    answer(getApplicationResources, shippedTexts[language])
    const [opened, closed] = ['2026-03-04T09:30:07.250Z', '2027-01-01T05:59:59.999Z']
    const before = { expiresAt: opened, customers: [{ customerId: 7, endsAt: closed }], note: '2026-03-04' }
    const after = { expiresAt: null, customers: [{ customerId: 7 }], note: '' }
    answer(listAuditEvents, [{ ...changed, before, after }], { headers: { 'x-total-count': '1' } })
    const { person } = renderPage('/content-authenticated/administration/audit')
    await person.click(await screen.findByRole('button', { name: new RegExp(`^${actions}`) }))
    await person.click(await screen.findByRole('menuitem', { name: show }))
    const drawer = within(await screen.findByRole('dialog', { name: title }))
    for (const recorded of [opened, closed]) {
      const moment = drawer.getByText(recorded).closest('time')
      expect(moment?.textContent).toBe(`${formatInstant(new Date(recorded))} ${recorded}`)
      expect(moment?.textContent).toMatch(language === 'de' ? /^\d\d\.\d\d\.202\d, / : /^\d\d\/\d\d\/202\d, /)
    }
    expect(drawer.getByText(changed.eventDt.toISOString()).closest('time')?.textContent).toContain(
      formatInstant(changed.eventDt),
    )
    expect(drawer.getByText('2026-03-04')).toBeDefined()
  },
)

test.each([
  ['Only by Ada Root', 'actor=2', 'actorId=2', 'by ada.root'],
  ['Only about Bo Client', 'subject=9', 'subjectId=9', 'about bo.client'],
  ['Only “User changed”', 'action=user_updated', 'eventCd=user_updated', 'User changed'],
  ['Only this User bo.client', 'kind=user', 'targetKindTxt=user&targetIdTxt=9', 'User bo.client'],
  ['Only Lindqvist', 'client=5', 'clientId=5', 'Lindqvist'],
])('“%s” filters the list, and the address and the page show it', async (entry, address, wire, words) => {
  const [, name = ''] = words.split(' ')
  answer(searchAuditUsers, [{ id: 9, nameTxt: name }])
  const { person, address: now } = await openPage()
  await act(person, entry)
  await waitFor(() => expect(now()).toContain(address))
  await waitFor(() => expect(requestsTo(listAuditEvents).at(-1)?.search).toContain(wire))
  expect(await screen.findByText(`Shown: ${words}`)).toBeDefined()
})

test('the name that an actor has in the filter stands above the list, also while it has no rows', async () => {
  answer(listAuditEvents, [], { headers: { 'x-total-count': '0' } })
  await openPage('?actor=2&client=5')
  expect(await screen.findByText('Shown: by ada.root · Lindqvist')).toBeDefined()
})

test('while the entries of another actor are on their way, theirs is the name above the list', async () => {
  const { person } = await openPage('?actor=9')
  await screen.findByRole('row', { name: /Ada Root/ })
  answerAfter(listAuditEvents, new Promise(() => undefined))
  answer(searchAuditUsers, [{ id: 7, nameTxt: 'cy.other' }], { headers: { 'x-total-count': '1' } })
  await person.type(screen.getByRole('combobox', { name: 'Actor' }), 'cy')
  await person.click(await screen.findByRole('option', { name: 'cy.other' }))
  expect(await screen.findByText('Shown: by cy.other')).toBeDefined()
  expect(screen.getByRole('row', { name: /Ada Root/ })).toBeDefined()
})

test('a user that is chosen is named at once: their name is not asked for again', async () => {
  answer(searchAuditUsers, [{ id: 2, nameTxt: 'ada.root' }], { headers: { 'x-total-count': '1' } })
  const { person } = await openPage()
  await person.type(screen.getByRole('combobox', { name: 'Actor' }), 'ada')
  const option = await screen.findByRole('option', { name: 'ada.root' })
  answerAfter(searchAuditUsers, new Promise(() => undefined))
  await person.click(option)
  expect(await screen.findByRole('button', { name: 'Remove ada.root' })).toBeDefined()
})

test('a user who is not found is shown by their number', async () => {
  answer(searchAuditUsers, [])
  await openPage('?actor=999999')
  expect(await screen.findByText('Shown: by 999999')).toBeDefined()
})

test('a period that ends before it begins is named at its end', async () => {
  await openPage('?from=2026-11-24&to=2026-11-01')
  const to = screen.getByLabelText('To')
  expect(to.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('“To” can’t be before “From”.')).toBeDefined()
})

test('days filter from midnight to midnight, including the last day', async () => {
  await openPage('?from=2026-11-19&to=2026-11-20')
  const { search } = requestsTo(listAuditEvents)[0] ?? { search: '' }
  const wire = new URLSearchParams(search)
  expect(wire.get('fromDt')).toBe(new Date('2026-11-19T00:00:00').toISOString())
  expect(wire.get('toDt')).toBe(new Date('2026-11-21T00:00:00').toISOString())
})

test('the filtered entries are exported, and an error is shown', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:audit')
  // This window would go to the file instead of saving it.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  answerFile(exportAuditEvents)
  const { person } = await openPage('?actor=2')
  await person.click(screen.getByRole('button', { name: 'Export' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Excel (.xlsx)' }))
  await screen.findByText('The export has been downloaded.')
  expect(requestsTo(exportAuditEvents)[0]?.body).toMatchObject({ actorId: 2, format: 'xlsx' })
  refuse(exportAuditEvents, 403, 'You don’t have permission to do this.')
  await person.click(screen.getByRole('button', { name: 'Export' }))
  await person.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }))
  await screen.findByText('You don’t have permission to do this.')
})

test('the navigation marks this screen alone, also where another screen’s address begins the same', async () => {
  answer(getAdminMenu, [
    { pageId: 12, pageNm: 'Audit Trail' },
    { pageId: 13, pageNm: 'User Administration' },
  ])
  await openPage()
  const navigation = within(await screen.findByRole('navigation', { name: 'Administration screens' }))
  expect(navigation.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)).toEqual(['Audit trail'])
  expect(navigation.getAllByRole('link').length).toBeGreaterThan(2)
})

const verifiedDt = new Date('2026-11-21T04:00:00Z')

test('I see when the trail was last verified and that nothing was changed', async () => {
  answer(getAuditVerification, { verifiedDt, intactFlg: true, problemTxt: null, sealCnt: 1_204 })
  await openPage()
  expect(
    await screen.findByText(/^Verified 11\/2\d\/2026, .*: 1,204 events are sealed, and none has been/),
  ).toBeDefined()
})

test('a changed event is named, with what is wrong with it', async () => {
  const problemTxt = 'the event or a seal before it has been changed (seal 3, event 12)'
  answer(getAuditVerification, { verifiedDt, intactFlg: false, problemTxt, sealCnt: 1_204 })
  await openPage()
  await screen.findByText(/^The verification of 11\/2\d\/2026, .* found a change/)
  expect(screen.getByText((text) => text.startsWith(`First problem: ${problemTxt}. `))).toBeDefined()
})

test('before the first verification the page says so', async () => {
  await openPage()
  expect(await screen.findByText(/^Not verified yet/)).toBeDefined()
})

test('when the result of the verification can’t be loaded, the entries still show', async () => {
  refuse(getAuditVerification, 500, 'Broken')
  await openPage()
  expect(
    await screen.findByText('The result of the last verification couldn’t be loaded. Reload the page to try again.'),
  ).toBeDefined()
  expect(await screen.findByRole('row', { name: /Ada Root/ })).toBeDefined()
})

test('I filter by an action and by a user that I find by name, and the address keeps both', async () => {
  answer(searchAuditUsers, [{ id: 2, nameTxt: 'ada.root' }], { headers: { 'x-total-count': '1' } })
  const { person, address } = await openPage()
  await person.selectOptions(await screen.findByRole('combobox', { name: 'Action' }), 'User changed')
  await person.type(screen.getByRole('combobox', { name: 'Actor' }), 'ada')
  await person.click(await screen.findByRole('option', { name: 'ada.root' }))
  await waitFor(() => expect(requestsTo(listAuditEvents).at(-1)?.search).toMatch(/actorId=2.*eventCd=user_updated/))
  expect(address()).toContain('actor=2')
  expect(screen.getByRole('button', { name: 'Remove ada.root' })).toBeDefined()
})
