import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding.ts'
import { discardMail, listUndeliveredMails, resendMail, type UndeliveredMail } from '@portico/contract/mail.ts'
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
const answerMails = (...mails: UndeliveredMail[]) => answer(listUndeliveredMails, { totalCnt: mails.length, mails })

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 11, pageNm: 'Mail Delivery' }])
  signInAs({ internalUserFlg: true })
})

async function openPage() {
  const page = renderPage('/content-authenticated/administration/mail-delivery')
  await screen.findByRole('heading', { name: 'Mail delivery' })
  return page
}

const panel = (name: string) => within(screen.getByRole('region', { name }))

test('a user without the page sees not-found at its address, and no request is sent (AUTZ-008)', async () => {
  answer(getAdminMenu, [])
  answerMails()
  renderPage('/content-authenticated/administration/mail-delivery')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined()
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

test('I see recipients, kinds, times and errors of failed emails, separate from those still being retried', async () => {
  answerMails(late, bounced)
  await openPage()
  const failed = panel('Not delivered')
  expect(failed.getByText('gone@lindqvist.example · Lindqvist')).toBeDefined()
  expect(failed.getByText('550 no such user')).toBeDefined()
  expect(failed.getByText(/^Created 11\/20\/2026.* · 1 attempt$/)).toBeDefined()
  const retrying = panel('Retrying')
  expect(retrying.getByText(/· 3 attempts · next attempt 11\/21\/2026/)).toBeDefined()
  expect(retrying.queryByRole('button', { name: /^Resend/ })).toBeNull()
})

test('resending one refetches the list', async () => {
  answerMails(bounced)
  answer(resendMail, null, { message: 'Email queued for sending.' })
  const { person } = await openPage()
  answerMails({ ...bounced, stateCd: 'retrying', nextAttemptDt: new Date('2026-11-21T15:00:00Z') })
  await person.click(screen.getByRole('button', { name: 'Resend: Announcement to gone@lindqvist.example' }))
  await screen.findByText('Email queued for sending.')
  expect(requestsTo(resendMail)[0]?.path).toContain('/undelivered-mails/31/send-again')
  await screen.findByRole('region', { name: 'Retrying' })
})

test('an expired one says so and cannot be resent', async () => {
  answerMails({ ...bounced, sendAgainFlg: false })
  const { person } = await openPage()
  const button = screen.getByRole('button', { name: /^Resend/ })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await person.click(button)
  expect(requestsTo(resendMail)).toHaveLength(0)
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'This email has expired. The recipient must request a new one.',
  )
})

test('discarding one asks first, names the recipient, and removes it from the list', async () => {
  answerMails(bounced)
  answer(discardMail, null, { message: 'Email discarded.' })
  const { person } = await openPage()
  await person.click(screen.getByRole('button', { name: /^Discard: Announcement/ }))
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
  await person.click(screen.getByRole('button', { name: /^Discard/ }))
  await person.click(await screen.findByRole('button', { name: 'Discard email' }))
  await screen.findByText('This email has already been delivered or discarded.')
})
