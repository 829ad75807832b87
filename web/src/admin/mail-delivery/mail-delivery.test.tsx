import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { discardMail, listUndeliveredMails, resendMail, type UndeliveredMail } from '@portico/contract/mail/mail.ts'
import { answer, requestsTo, refuse } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'

const bounced: UndeliveredMail = {
  mailId: 31,
  kindTxt: 'Announcement',
  toAddress: 'gone@lindqvist.example',
  clientNm: 'Lindqvist',
  createdDt: new Date('2026-11-20T15:00:00Z'),
  stateCd: 'failed',
  attemptsCnt: 1,
  nextAttemptDt: null,
  lastErrorTxt: '550 no such user',
  sendAgainFlg: true,
}
const late: UndeliveredMail = {
  ...bounced,
  mailId: 32,
  kindTxt: 'Temporary password',
  stateCd: 'retrying',
  attemptsCnt: 3,
  nextAttemptDt: new Date('2026-11-21T15:00:00Z'),
  lastErrorTxt: '451 try later',
  sendAgainFlg: false,
}
const answerMails = (...mails: UndeliveredMail[]) =>
  answer(listUndeliveredMails, mails, { headers: { 'x-total-count': String(mails.length) } })
const lastQuery = () => Object.fromEntries(new URLSearchParams(requestsTo(listUndeliveredMails).at(-1)?.search))

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 11, pageNm: 'Mail Delivery' }])
  signInAs({ internalUserFlg: true })
})

async function openPage(search = '') {
  const page = renderPage(`/content-authenticated/administration/mail-delivery${search}`)
  await screen.findByRole('heading', { name: 'Mail delivery' })
  return page
}
type Person = Awaited<ReturnType<typeof openPage>>['person']

const openActions = async (person: Person) =>
  person.click(screen.getByRole('button', { name: 'Actions for Announcement to gone@lindqvist.example' }))

test('a user without the page reads that at its address, and no request is sent (AUTZ-008)', async () => {
  answer(getAdminMenu, [])
  answerMails()
  renderPage('/content-authenticated/administration/mail-delivery')
  expect(await screen.findByRole('heading', { name: 'You don’t have access to this page' })).toBeDefined()
  expect(requestsTo(listUndeliveredMails)).toHaveLength(0)
})

test('the administration menu links to it', async () => {
  answerMails()
  const { person, address } = await openPage()
  await person.click(await screen.findByRole('button', { name: /Administration/ }))
  await person.click(await screen.findByRole('menuitem', { name: 'Mail Delivery' }))
  expect(address()).toBe('/content-authenticated/administration/mail-delivery')
  expect(screen.getByText('All email has been delivered.')).toBeDefined()
})

test('I see recipients, kinds, times and errors, and which emails are still being retried, and when', async () => {
  answerMails(late, bounced)
  await openPage()
  const [, retrying, failed] = screen.getAllByRole('row')
  for (const text of ['gone@lindqvist.example', 'Announcement', 'Lindqvist', '550 no such user', 'Not delivered'])
    expect(failed?.textContent).toContain(text)
  expect(failed?.textContent).toMatch(/11\/20\/2026/)
  expect(failed?.textContent).not.toContain('Next attempt')
  expect(retrying?.textContent).toMatch(/Temporary password.*Retrying.*Next attempt 11\/21\/2026.*451 try later/)
})

test('I narrow the list by recipient, kind and status, sort it and page through it, and the address keeps all of it', async () => {
  answer(listUndeliveredMails, [bounced], { headers: { 'x-total-count': '70' } })
  const { person, address } = await openPage('?size=30')
  expect(lastQuery()).toEqual({ sort: 'createdDt', direction: 'desc', pageNo: '1', pageSize: '30' })
  await person.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(lastQuery()).toMatchObject({ pageNo: '2', pageSize: '30' }))
  await person.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Retrying')
  await waitFor(() => expect(lastQuery()).toMatchObject({ stateCd: 'retrying', pageNo: '1' }))
  await person.selectOptions(screen.getByRole('combobox', { name: 'Email' }), 'Temporary password')
  await waitFor(() => expect(lastQuery()).toMatchObject({ stateCd: 'retrying', kindCd: 'temporary-password' }))
  await person.type(screen.getByRole('searchbox', { name: 'Recipient or employer' }), 'gone')
  await waitFor(() => expect(lastQuery()).toMatchObject({ nm: 'gone' }))
  await person.click(screen.getByRole('button', { name: 'Recipient' }))
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'toAddress', direction: 'asc', nm: 'gone' }))
  for (const part of ['state=retrying', 'kind=temporary-password', 'name=gone', 'sort=toAddress', 'size=30'])
    expect(address()).toContain(part)
})

test('an email that is still being retried can be discarded and not resent', async () => {
  answerMails(late)
  const { person } = await openPage()
  await person.click(screen.getByRole('button', { name: 'Actions for Temporary password to gone@lindqvist.example' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Discard'])
})

test('resending one refetches the list', async () => {
  answerMails(bounced)
  answer(resendMail, null, { message: 'Email queued for sending.' })
  const { person } = await openPage()
  answerMails({ ...bounced, stateCd: 'retrying', nextAttemptDt: new Date('2026-11-21T15:00:00Z') })
  await openActions(person)
  await person.click(await screen.findByRole('menuitem', { name: 'Resend' }))
  await screen.findByText('Email queued for sending.')
  expect(requestsTo(resendMail)[0]?.path).toContain('/undelivered-mails/31/send-again')
  await screen.findByText(/^Next attempt/)
})

test('I resend several at once; those that are retried, expired or delivered in the meantime are left out', async () => {
  const further = { ...bounced, mailId: 33, toAddress: 'also@lindqvist.example' }
  const delivered = { ...bounced, mailId: 34, toAddress: 'here@lindqvist.example' }
  const expired = { ...bounced, mailId: 35, toAddress: 'old@lindqvist.example', sendAgainFlg: false }
  // Its content is there, but the portal sends it by itself.
  const waiting = { ...late, sendAgainFlg: true }
  answerMails(waiting, bounced, further, delivered, expired)
  const resendDelivered = { ...resendMail, name: 'resendDelivered', path: resendMail.path.replace('{mailId}', '34') }
  refuse(resendDelivered, 404, 'This email has already been delivered or discarded.')
  answer(resendMail, null, { message: 'Email queued for sending.' })
  const { person } = await openPage()
  await person.click(screen.getByRole('checkbox', { name: 'Select Temporary password to gone@lindqvist.example' }))
  const bar = within(screen.getByRole('group', { name: 'Actions for the selected rows' }))
  expect(bar.getByRole('button', { name: 'Resend' }).getAttribute('aria-disabled')).toBe('true')
  await person.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
  await person.click(bar.getByRole('button', { name: 'Resend' }))
  await screen.findByText(
    '2 emails queued for sending. 3 emails were left out: retried by the portal, expired, delivered or discarded.',
  )
  const ids = requestsTo(resendMail).map(({ path }) => Number(/mails\/(\d+)/.exec(path)?.[1]))
  expect(ids).toEqual([31, 33])
  expect(requestsTo(resendDelivered)).toHaveLength(1)
  await waitFor(() => expect(screen.queryByText(/ selected$/)).toBeNull())
  const all = screen.getByRole('checkbox', { name: 'Select all rows on this page' })
  await waitFor(() => expect(document.activeElement).toBe(all))
})

test('where the server does not answer I read so, and the emails stay selected', async () => {
  answerMails(bounced)
  refuse(resendMail, 500, 'There is an error processing the request.')
  const { person } = await openPage()
  await person.click(screen.getByRole('checkbox', { name: 'Select Announcement to gone@lindqvist.example' }))
  await person.click(screen.getByRole('button', { name: 'Resend' }))
  await screen.findByText('There is an error processing the request.')
  expect(screen.getByText('1 selected')).toBeDefined()
})

test('an expired one says so and cannot be resent', async () => {
  answerMails({ ...bounced, sendAgainFlg: false })
  const { person } = await openPage()
  await openActions(person)
  const entry = await screen.findByRole('menuitem', { name: /^Resend/ })
  expect(entry.textContent).toContain('This email has expired. The recipient must request a new one.')
  await person.click(entry)
  expect(requestsTo(resendMail)).toHaveLength(0)
})

test('discarding one asks first, names the recipient, and removes it from the list', async () => {
  answerMails(bounced)
  answer(discardMail, null, { message: 'Email discarded.' })
  const { person } = await openPage()
  await openActions(person)
  await person.click(await screen.findByRole('menuitem', { name: 'Discard' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Discard email?' }))
  expect(dialog.getByText(/^gone@lindqvist.example won’t receive this email: Announcement/)).toBeDefined()
  answerMails()
  await person.click(dialog.getByRole('button', { name: 'Discard email' }))
  await screen.findByText('Email discarded.')
  await screen.findByText('All email has been delivered.')
})

test('the dialog says when an email was delivered in the meantime', async () => {
  answerMails(bounced)
  refuse(discardMail, 404, 'This email has already been delivered or discarded.')
  const { person } = await openPage()
  await openActions(person)
  await person.click(await screen.findByRole('menuitem', { name: 'Discard' }))
  await person.click(await screen.findByRole('button', { name: 'Discard email' }))
  await screen.findByText('This email has already been delivered or discarded.')
})
