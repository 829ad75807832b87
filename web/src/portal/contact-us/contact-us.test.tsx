import {
  listContacts,
  listEnhanceReqs,
  listEnhanceSections,
  sendEnhanceReq,
} from '@portico/contract/contact/contact.ts'
import { screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { answer, requestsTo, refuse } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { takeNumbersOfAllCountries } from '../../../test/phone-country.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { signInAgain } from '../../../test/sign-in-again.ts'

const contact = '/content-authenticated/contact-us'
const priya = {
  contactId: 1,
  firstNm: 'Priya',
  lastNm: 'Raman',
  roleTxt: 'Account manager',
  emailAddress: 'priya@operator.test',
  workPhone: '2065550100',
}
const sent = {
  requestNo: 1001,
  sectionNm: 'Statements',
  comment: 'A search for amounts',
  contactMeFlag: true,
  requestState: 'in-review' as const,
  answerTxt: 'We look into it',
  createdDt: new Date('2026-11-20T15:00:00Z'),
}

// The page's modules are loaded once, so that no test waits for them.
beforeAll(async () => {
  await Promise.all([import('./ContactUsPage.tsx'), import('../../shell/Shell.tsx')])
})

beforeEach(() => {
  answerFrame()
  answer(listContacts, [priya])
  answer(listEnhanceSections, [{ sectionId: 3, sectionNm: 'Statements' }])
  answer(listEnhanceReqs, [])
})

const form = async () => within(await screen.findByRole('form', { name: 'Enhancement request' }))

test('I find my representatives with address and telephone (CONT-001, CONT-003, CONT-015)', async () => {
  signInAs()
  renderPage(contact)
  const panel = within(await screen.findByRole('region', { name: 'Your representatives' }))
  panel.getByText('Account manager')
  expect(panel.getByRole('link', { name: 'priya@operator.test' }).getAttribute('href')).toBe(
    'mailto:priya@operator.test',
  )
  expect(panel.getByRole('link', { name: '206-555-0100' }).getAttribute('href')).toBe('tel:2065550100')
})

test('I find their telephone as I dial it, or with its country code', async () => {
  takeNumbersOfAllCountries('US')
  answer(listContacts, [
    { ...priya, workPhone: '+12065550100' },
    { ...priya, contactId: 2, workPhone: '+49301234567' },
  ])
  signInAs()
  renderPage(contact)
  const panel = within(await screen.findByRole('region', { name: 'Your representatives' }))
  const targetOf = (name: string) => panel.getByRole('link', { name }).getAttribute('href')
  expect(targetOf('(206) 555-0100')).toBe('tel:+12065550100')
  expect(targetOf('+49 30 1234567')).toBe('tel:+49301234567')
})

test('without representatives I see what else to do', async () => {
  answer(listContacts, [])
  signInAs()
  renderPage(contact)
  await screen.findByText('Your organization has no representatives yet.')
})

test('staff see no representatives (CONT-012)', async () => {
  answer(listContacts, [])
  signInAs({ internalUserFlg: true })
  renderPage(contact)
  await form()
  expect(screen.queryByRole('region', { name: 'Your representatives' })).toBeNull()
})

test('I send a request about one of my applications, learn its number and see its state (CONT-002, CONT-004..007, CONT-017, CONT-019)', async () => {
  answer(sendEnhanceReq, { requestNo: 1001 }, { message: 'Enhancement Request has been sent.' })
  signInAs()
  const { person } = renderPage(contact)
  const fields = await form()
  await person.selectOptions(fields.getByLabelText('Application'), 'Statements')
  await person.type(fields.getByLabelText('Your request'), 'A search for amounts')
  fields.getByText('1,980 characters left')
  await person.click(fields.getByLabelText('Contact me about this request'))
  answer(listEnhanceReqs, [sent])
  await person.click(fields.getByRole('button', { name: 'Send request' }))
  const done = await fields.findByRole('status')
  expect(done.textContent).toBe('Enhancement Request has been sent. Your request number is 1001.')
  expect(document.activeElement).toBe(done.parentElement)
  expect(requestsTo(sendEnhanceReq)[0]).toMatchObject({
    path: expect.stringMatching(/\/sections\/3\/send-enhance-req$/),
    body: { comment: 'A search for amounts', contactMeFlag: 'Y' },
  })
  const requests = within(screen.getByRole('region', { name: 'Your requests' }))
  await requests.findByText('No. 1001 · Statements')
  requests.getByText('In review')
  requests.getByText('Answer: We look into it')
  expect(fields.getByLabelText('Your request')).toHaveProperty('value', '')
})

test('an incomplete request is not sent (CONT-011)', async () => {
  signInAs()
  const { person } = renderPage(contact)
  const fields = await form()
  await person.click(fields.getByRole('button', { name: 'Send request' }))
  fields.getByText('Select an application.')
  fields.getByText('Enter your request.')
  // Its text refers to the fields below.
  const summary = fields.getByRole('alert')
  expect(summary.textContent).toContain('Please enter valid values for the fields identified below')
  within(summary).getByRole('button', { name: 'Your request' })
  const request = fields.getByLabelText('Your request')
  expect(request.compareDocumentPosition(summary)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  expect(document.activeElement).toBe(fields.getByLabelText('Application'))
  expect(requestsTo(sendEnhanceReq)).toEqual([])
})

test('the server’s error is shown, and my text stays (CONT-020)', async () => {
  refuse(sendEnhanceReq, 429, 'You can send up to 10 requests an hour.')
  signInAs()
  const { person } = renderPage(contact)
  const fields = await form()
  await person.selectOptions(fields.getByLabelText('Application'), 'Statements')
  await person.type(fields.getByLabelText('Your request'), 'More')
  await person.click(fields.getByRole('button', { name: 'Send request' }))
  await fields.findByText('You can send up to 10 requests an hour.')
  expect(fields.getByLabelText('Your request')).toHaveProperty('value', 'More')
})

test('where no application accepts requests the page says so (CONT-013)', async () => {
  answer(listEnhanceSections, [])
  signInAs()
  renderPage(contact)
  await screen.findByText('None of your applications accepts enhancement requests.')
})

test('my unsent request is back when I sign in again after my session ended (SESS-025)', async () => {
  signInAs()
  const { person } = renderPage(contact)
  await person.type((await form()).getByLabelText('Your request'), 'A search for amounts')
  await signInAgain()
  expect((await form()).getByLabelText('Your request')).toHaveProperty('value', 'A search for amounts')
})
