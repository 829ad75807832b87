import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding.ts'
import { giveMailUp, listUndeliveredMails, sendMailAgain, type UndeliveredMail } from '@portico/contract/mail.ts'
import { answer, asked, refuse } from '../../../test/answer.ts'
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
  signInAs({ internalUserFlg: true })
})

async function openPage() {
  const page = renderPage('/content-authenticated/administration/mail-delivery')
  await screen.findByRole('heading', { name: 'Mail delivery' })
  return page
}

const panel = (name: string) => within(screen.getByRole('region', { name }))

test('the administration menu leads there', async () => {
  answer(getAdminMenu, [{ pageId: 11, pageNm: 'Mail Delivery' }])
  answerMails()
  const { person, address } = await openPage()
  await person.click(await screen.findByRole('button', { name: /Administration/ }))
  await person.click(await screen.findByRole('menuitem', { name: 'Mail Delivery' }))
  expect(address()).toBe('/content-authenticated/administration/mail-delivery')
  expect(screen.getByText('Every mail has arrived at its mail server.')).toBeDefined()
})

test('I see who did not get what, when and why, apart from what is still being tried', async () => {
  answerMails(late, bounced)
  await openPage()
  const failed = panel('Not delivered')
  expect(failed.getByText('gone@lindqvist.example · Lindqvist')).toBeDefined()
  expect(failed.getByText('550 no such user')).toBeDefined()
  expect(failed.getByText(/^Written 11\/20\/2026.* · 1 attempt$/)).toBeDefined()
  const retrying = panel('Still being tried')
  expect(retrying.getByText(/· 3 attempts · next attempt 11\/21\/2026/)).toBeDefined()
  expect(retrying.queryByRole('button', { name: /^Send again/ })).toBeNull()
})

test('I send one again, and the list is asked for anew', async () => {
  answerMails(bounced)
  answer(sendMailAgain, null, { message: 'The mail leaves again now.' })
  const { person } = await openPage()
  answerMails({ ...bounced, stateCd: 'retrying', nextAttemptDt: new Date('2026-11-21T15:00:00Z') })
  await person.click(screen.getByRole('button', { name: 'Send again: Announcement to gone@lindqvist.example' }))
  await screen.findByText('The mail leaves again now.')
  expect(asked(sendMailAgain)[0]?.path).toContain('/undelivered-mails/31/send-again')
  await screen.findByRole('region', { name: 'Still being tried' })
})

test('one whose time is over says so instead of being sent', async () => {
  answerMails({ ...bounced, sendAgainFlg: false })
  const { person } = await openPage()
  const button = screen.getByRole('button', { name: /^Send again/ })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await person.click(button)
  expect(asked(sendMailAgain)).toHaveLength(0)
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Its time is over: a new one has to be asked for.',
  )
})

test('giving one up asks before, says whom it touches, and takes it off the list', async () => {
  answerMails(bounced)
  answer(giveMailUp, null, { message: 'The mail has been given up.' })
  const { person } = await openPage()
  await person.click(screen.getByRole('button', { name: /^Give up: Announcement/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Give up this mail?' }))
  expect(dialog.getByText(/^gone@lindqvist.example will never get this mail: Announcement/)).toBeDefined()
  answerMails()
  await person.click(dialog.getByRole('button', { name: 'Give up this mail' }))
  await screen.findByText('The mail has been given up.')
  await screen.findByText('Every mail has arrived at its mail server.')
})

test('a mail that arrived meanwhile is told in the window', async () => {
  answerMails(bounced)
  refuse(giveMailUp, 404, 'This mail has been delivered or given up meanwhile.')
  const { person } = await openPage()
  await person.click(screen.getByRole('button', { name: /^Give up/ }))
  await person.click(await screen.findByRole('button', { name: 'Give up this mail' }))
  await screen.findByText('This mail has been delivered or given up meanwhile.')
})
