import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { COMMENT_MAX_LENGTH } from '@portico/contract/contact/contact.ts'
import { changeEnhancementRequest, listEnhancementRequests } from '@portico/contract/contact/enhancement-requests.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { takeNumbersOfAllCountries } from '../../../test/phone-country.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first of them does not wait for it.
import './EnhancementRequestsPage.tsx'

const address = '/content-authenticated/administration/enhancement-requests'
const sent = {
  requestNo: 1001,
  userId: 30,
  firstNm: 'Bea',
  lastNm: 'Ivers',
  employerId: 5,
  employerNm: 'Harborview',
  sectionNm: 'Payments',
  comment: 'Search by amount',
  contactMeFlag: true,
  emailAddress: 'bea@client.test',
  workPhone: '2065550100',
  requestState: 'received' as const,
  answerTxt: '',
  createdDt: new Date('2026-11-20T15:00:00Z'),
  version: 1,
}
const listed = (one: Parameters<typeof answer<typeof listEnhancementRequests>>[1][number]) =>
  answer(listEnhancementRequests, [one], { headers: { 'x-total-count': '1' } })

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 1, pageNm: 'User Administration' }])
  listed(sent)
  signInAs({ internalUserFlg: true })
})

const lastQuery = () => Object.fromEntries(new URLSearchParams(requestsTo(listEnhancementRequests).at(-1)?.search))

async function openDialog() {
  const page = renderPage(address)
  await page.person.click(await screen.findByRole('button', { name: 'Actions for request 1001 of Bea Ivers' }))
  await page.person.click(await screen.findByRole('menuitem', { name: 'Answer request' }))
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Request 1001: Payments' })) }
}

test('I see the open requests, the latest first, and others when I choose so', async () => {
  const { person } = renderPage(address)
  const row = await screen.findByRole('row', { name: /Bea Ivers/ })
  for (const text of ['1001', 'Harborview', 'Payments', 'Search by amount', 'Received'])
    expect(row.textContent).toContain(text)
  expect(lastQuery()).toMatchObject({ stateCd: 'open', sort: 'createdDt', direction: 'desc' })
  await person.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Not planned')
  await waitFor(() => expect(lastQuery()).toMatchObject({ stateCd: 'declined' }))
})

test('I state what becomes of a request, and answer its sender', async () => {
  answer(changeEnhancementRequest, null, { message: 'Request 1001 saved. We’ll email Bea Ivers.' })
  const { person, dialog } = await openDialog()
  dialog.getByText('Bea Ivers would like to be contacted: bea@client.test, 206-555-0100.')
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Status' }), 'Planned')
  await person.type(dialog.getByRole('textbox', { name: 'Answer to the user' }), 'In spring')
  await person.click(dialog.getByRole('button', { name: 'Save and email' }))
  await screen.findByText('Request 1001 saved. We’ll email Bea Ivers.')
  expect(requestsTo(changeEnhancementRequest).at(-1)?.body).toEqual({
    requestState: 'planned',
    answerTxt: 'In spring',
    version: 1,
  })
})

test('an answer that is too long says so in words', async () => {
  const { person, dialog } = await openDialog()
  const field = dialog.getByRole('textbox', { name: 'Answer to the user' })
  await person.click(field)
  await person.paste('x'.repeat(COMMENT_MAX_LENGTH + 1))
  await person.click(dialog.getByRole('button', { name: 'Save and email' }))
  await dialog.findByText('Enter at most 2000 characters.')
  expect(requestsTo(changeEnhancementRequest)).toEqual([])
})

test('I read the telephone of a sender abroad with its country code', async () => {
  takeNumbersOfAllCountries('US')
  listed({ ...sent, workPhone: '+49301234567' })
  const { dialog } = await openDialog()
  dialog.getByText('Bea Ivers would like to be contacted: bea@client.test, +49 30 1234567.')
})

test('when somebody else has answered meanwhile I read it, keep what I typed and save it over', async () => {
  const { person, dialog } = await openDialog()
  await person.type(dialog.getByRole('textbox', { name: 'Answer to the user' }), 'Mine')
  refuse(changeEnhancementRequest, 409, 'Grace Hopper has answered this request in the meantime.')
  listed({ ...sent, requestState: 'in-review', answerTxt: 'Theirs', version: 2 })
  await person.click(dialog.getByRole('button', { name: 'Save and email' }))
  await dialog.findByText('Grace Hopper has answered this request in the meantime.')
  const state = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Status' })
  await waitFor(() => expect(state.value).toBe('in-review'))
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Answer to the user' }).value).toBe('Mine')
  answer(changeEnhancementRequest, null, { message: 'Request 1001 saved.' })
  await person.click(dialog.getByRole('button', { name: 'Save and email' }))
  await screen.findByText('Request 1001 saved.')
  expect(requestsTo(changeEnhancementRequest).at(-1)?.body).toMatchObject({ answerTxt: 'Mine', version: 2 })
})

test('an administrator of a client reads why they cannot answer', async () => {
  signInAs({ internalUserFlg: false })
  const { person } = renderPage(address)
  await person.click(await screen.findByRole('button', { name: 'Actions for request 1001 of Bea Ivers' }))
  const entry = await screen.findByRole('menuitem', { name: /Answer request/ })
  expect(entry.textContent).toContain('Only internal users can answer requests.')
})
