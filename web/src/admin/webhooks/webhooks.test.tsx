import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { listSharingClients } from '@portico/contract/documents/sharing-clients.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhookDelivery,
  getWebhookOptions,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  resendWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookDelivery,
} from '@portico/contract/webhooks/webhooks.ts'
import { answer, requestsTo, refuse } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { formatInstant } from '../../ui/format.ts'

const SECRET = `whsec_${'a'.repeat(43)}=`
const moment = new Date('2026-11-20T15:00:00Z')
const nextMoment = new Date('2026-11-21T16:30:00Z')
const siem: Webhook = {
  webhookId: 5,
  webhookNm: 'SIEM',
  formatCd: 'events',
  addressTxt: 'https://siem.example.com/portico',
  clientId: null,
  clientNm: null,
  ownerId: 7,
  ownerNm: 'olive.owner',
  eventList: ['user_updated'],
  audienceTxt: null,
  subjectCd: null,
  authorizationFlg: false,
  enabledFlg: true,
  stateCd: 'failing',
  failingSinceDt: moment,
  deliveredDt: moment,
  waitingCnt: 12,
  formerSecretUntilDt: null,
  version: 3,
}
const delivery: WebhookDelivery = {
  deliveryId: 41,
  createdDt: moment,
  eventCd: 'user_updated',
  auditEventId: 9,
  stateCd: 'waiting',
  attemptCnt: 3,
  attemptDt: moment,
  nextAttemptDt: nextMoment,
  statusNo: 503,
  errorCd: null,
  durationMs: 71,
}
const total = (count: number) => ({ headers: { 'x-total-count': String(count) } })
const answerWebhooks = (...webhooks: Webhook[]) => answer(listWebhooks, webhooks, total(webhooks.length))

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 12, pageNm: 'Audit Trail' }])
  answer(getWebhookOptions, { mayChangeFlg: true, localFlg: false })
  answer(listSharingClients, [{ clientId: 3, clientNm: 'Northgate' }])
  signInAs({ internalUserFlg: true })
})

async function openPage(search = '') {
  const page = renderPage(`/content-authenticated/administration/webhooks${search}`)
  await screen.findByRole('heading', { name: 'Webhooks' })
  return page
}
type Person = Awaited<ReturnType<typeof openPage>>['person']

const openAction = async (person: Person, name: RegExp) => {
  await person.click(screen.getByRole('button', { name: 'Actions for SIEM' }))
  await person.click(await screen.findByRole('menuitem', { name }))
}

test('I see where events go, what waits and what fails, and narrow the list', async () => {
  answerWebhooks(siem, {
    ...siem,
    webhookId: 6,
    webhookNm: 'Ledger',
    clientNm: 'Northgate',
    deliveredDt: null,
    stateCd: 'on',
  })
  const { person, address } = await openPage()
  const [, first, second] = screen.getAllByRole('row')
  for (const text of ['SIEM', 'Everyone', '12', 'Failing, will be retried']) expect(first?.textContent).toContain(text)
  for (const text of ['Ledger', 'Northgate', 'None yet', 'On']) expect(second?.textContent).toContain(text)
  await person.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Switched off after failures')
  await waitFor(() => expect(requestsTo(listWebhooks).at(-1)?.search).toContain('stateCd=failed'))
  expect(address()).toContain('state=failed')
})

test('I add one for an employer and some events, and copy its secret, which only its button closes', async () => {
  answerWebhooks()
  answer(createWebhook, { webhookId: 5, secretTxt: SECRET })
  const { person } = await openPage()
  expect(screen.getByText('No webhook yet.')).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Add webhook' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add webhook' }))
  dialog.getByText('Begins with https://. Redirects aren’t followed.')
  await person.type(dialog.getByRole('textbox', { name: /^Name/ }), 'SIEM')
  await person.type(dialog.getByRole('textbox', { name: /^Address/ }), 'https://siem.example.com/portico')
  await person.click(dialog.getByRole('combobox', { name: 'Events of' }))
  await person.click(await dialog.findByRole('option', { name: 'Northgate' }))
  await person.type(dialog.getByRole('combobox', { name: 'Events' }), 'webhook')
  await person.click(await dialog.findByRole('option', { name: 'Webhook changed' }))
  await person.click(dialog.getByRole('button', { name: 'Add and show secret' }))
  const shown = await screen.findByRole('dialog', { name: 'Secret of SIEM' })
  expect(requestsTo(createWebhook)[0]?.body).toEqual({
    webhookNm: 'SIEM',
    addressTxt: 'https://siem.example.com/portico',
    formatCd: 'events',
    clientId: 3,
    eventList: ['webhook_changed'],
  })
  await person.keyboard('{Escape}')
  expect(within(shown).getByText(SECRET)).toBeDefined()
  await person.click(within(shown).getByRole('button', { name: 'Copy secret' }))
  expect(await navigator.clipboard.readText()).toBe(SECRET)
  await person.click(within(shown).getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull())
})

test('on a trial the form says that a receiver on the portal’s own machine needs no encryption', async () => {
  answerWebhooks()
  answer(getWebhookOptions, { mayChangeFlg: true, localFlg: true })
  const { person } = await openPage()
  await person.click(screen.getByRole('button', { name: 'Add webhook' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add webhook' }))
  dialog.getByText(
    /^Begins with https:\/\/ or, for a receiver on the portal’s own machine, with http:\/\/localhost and a port that isn’t the portal’s\./,
  )
})

test('I add a stream of signals for an identity provider, which has no secret to copy', async () => {
  answerWebhooks()
  answer(createWebhook, { webhookId: 6, secretTxt: null }, { message: 'Webhook saved.' })
  const { person } = await openPage()
  await person.click(screen.getByRole('button', { name: 'Add webhook' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add webhook' }))
  await person.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Company IdP')
  await person.type(dialog.getByRole('textbox', { name: /^Address/ }), 'https://idp.example.com/ssf')
  expect(dialog.queryByRole('textbox', { name: /^Audience/ })).toBeNull()
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Sends' }), 'Security signals')
  await person.type(dialog.getByRole('textbox', { name: /^Audience/ }), 'https://idp.example.com')
  await person.selectOptions(dialog.getByRole('combobox', { name: 'People are named by' }), 'iss_sub')
  await person.type(dialog.getByLabelText(/^Authorization header/), 'Bearer abc')
  await person.click(dialog.getByRole('combobox', { name: 'Signals' }))
  await person.click(await dialog.findByRole('option', { name: 'Sessions of a person ended' }))
  await person.click(dialog.getByRole('button', { name: 'Add' }))
  await dialog.findByText('Webhook saved.')
  expect(requestsTo(createWebhook)[0]?.body).toEqual({
    webhookNm: 'Company IdP',
    formatCd: 'signals',
    addressTxt: 'https://idp.example.com/ssf',
    audienceTxt: 'https://idp.example.com',
    subjectCd: 'iss_sub',
    authorizationTxt: 'Bearer abc',
    clientId: null,
    eventList: ['session-revoked'],
  })
})

test('a stream keeps its header unless I enter another one, and has no secret to exchange', async () => {
  answerWebhooks({
    ...siem,
    formatCd: 'signals',
    eventList: [],
    audienceTxt: 'idp',
    subjectCd: 'email',
    authorizationFlg: true,
    stateCd: 'paused',
  })
  answer(updateWebhook, null, { message: 'Webhook saved.' })
  const { person } = await openPage()
  for (const text of ['Security signals', 'Paused by its receiver'])
    expect(screen.getAllByRole('row')[1]?.textContent).toContain(text)
  await person.click(screen.getByRole('button', { name: 'Actions for SIEM' }))
  expect((await screen.findByRole('menu')).textContent).toContain(
    'Signals are signed with the portal’s published keys.',
  )
  await person.keyboard('{Escape}')
  await openAction(person, /^Edit/)
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit SIEM' }))
  await person.type(dialog.getByRole('textbox', { name: /^Audience/ }), '2')
  await person.click(dialog.getByRole('button', { name: 'Save webhook' }))
  await waitFor(() => expect(requestsTo(updateWebhook)).toHaveLength(1))
  expect(requestsTo(updateWebhook)[0]?.body).toEqual({
    webhookNm: 'SIEM',
    addressTxt: 'https://siem.example.com/portico',
    eventList: [],
    audienceTxt: 'idp2',
    subjectCd: 'email',
    enabledFlg: 'Y',
    version: 3,
  })
})

test('I remove the header of a stream, and where none is stored there is nothing to remove', async () => {
  const stream = {
    ...siem,
    formatCd: 'signals' as const,
    eventList: [],
    audienceTxt: 'idp',
    subjectCd: 'email' as const,
  }
  answerWebhooks({ ...stream, authorizationFlg: true })
  answer(updateWebhook, null, { message: 'Webhook saved.' })
  const { person } = await openPage()
  await openAction(person, /^Edit/)
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit SIEM' }))
  await person.type(dialog.getByLabelText(/^Authorization header/), 'Bearer abc')
  answerWebhooks({ ...stream, authorizationFlg: false })
  await person.click(dialog.getByRole('checkbox', { name: 'Remove the Authorization header' }))
  expect(dialog.queryByLabelText(/^Authorization header/)).toBeNull()
  await person.click(dialog.getByRole('button', { name: 'Save webhook' }))
  await waitFor(() => expect(requestsTo(updateWebhook)).toHaveLength(1))
  expect(requestsTo(updateWebhook)[0]?.body).toMatchObject({ audienceTxt: 'idp', authorizationTxt: null })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await openAction(person, /^Edit/)
  const again = within(await screen.findByRole('dialog', { name: 'Edit SIEM' }))
  expect(again.getByLabelText(/^Authorization header/)).toBeDefined()
  expect(again.queryByRole('checkbox')).toBeNull()
})

test('an address that is refused is said at its field', async () => {
  answerWebhooks(siem)
  const message = 'The portal doesn’t call this address. Enter one of the internet.'
  refuse(updateWebhook, 422, message, [{ field: 'addressTxt', message }])
  const { person } = await openPage()
  await openAction(person, /^Edit/)
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit SIEM' }))
  const field = dialog.getByRole('textbox', { name: /^Address/ })
  await person.clear(field)
  await person.type(field, 'https://10.0.0.1/')
  await person.click(dialog.getByRole('button', { name: 'Save webhook' }))
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(requestsTo(updateWebhook)[0]?.body).toMatchObject({ enabledFlg: 'Y', version: 3, eventList: ['user_updated'] })
})

test('I test one, and read how the receiver answers', async () => {
  answerWebhooks(siem)
  answer(testWebhook, { deliveryId: 1, deliveredFlg: true, statusNo: 204, errorCd: null, durationMs: 3 })
  const { person } = await openPage()
  await openAction(person, /^Send test event/)
  await screen.findByText('The receiver accepted the test event with status 204.')
  answer(testWebhook, { deliveryId: 2, deliveredFlg: false, statusNo: null, errorCd: 'timeout', durationMs: 10_000 })
  await openAction(person, /^Send test event/)
  await screen.findByText('The test event didn’t arrive: no answer within 10 seconds.')
  answer(testWebhook, { deliveryId: 3, deliveredFlg: false, statusNo: 404, errorCd: null, durationMs: 3 })
  await openAction(person, /^Send test event/)
  await screen.findByText('The receiver answered the test event with status 404.')
})

test('I switch one off, exchange its secret, replay it and delete it', async () => {
  answerWebhooks(siem)
  answer(updateWebhook, null, { message: 'Webhook saved.' })
  answer(rotateWebhookSecret, { secretTxt: SECRET, formerSecretUntilDt: moment })
  answer(replayWebhook, null, { message: 'Events since this day are being sent again.' })
  answer(deleteWebhook, null, { message: 'Webhook deleted.' })
  const { person } = await openPage()
  await openAction(person, /^Switch off/)
  await screen.findByText('Webhook saved.')
  expect(requestsTo(updateWebhook)[0]?.body).toMatchObject({ enabledFlg: 'N' })
  await openAction(person, /^Exchange secret/)
  await person.click(await screen.findByRole('button', { name: 'Make new secret' }))
  const shown = await screen.findByRole('dialog', { name: 'Secret of SIEM' })
  expect(shown.textContent).toMatch(/The former secret signs, too, until 11\/20\/2026/)
  expect(requestsTo(rotateWebhookSecret)[0]?.body).toEqual({ overlapHours: 24 })
  await person.click(within(shown).getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await openAction(person, /^Replay from a day/)
  await person.click(await screen.findByRole('button', { name: 'Send again' }))
  await screen.findByText('Events since this day are being sent again.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 5000 })
  await openAction(person, /^Delete/)
  const question = within(await screen.findByRole('dialog', { name: 'Delete SIEM?' }))
  await person.click(question.getByRole('button', { name: 'Delete webhook' }))
  await waitFor(() => expect(requestsTo(deleteWebhook)).toHaveLength(1))
})

test('a replay begins with today in UTC, as the server counts days, wherever I am', async () => {
  vi.stubEnv('TZ', 'Pacific/Kiritimati')
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
  answerWebhooks(siem)
  answer(replayWebhook, null)
  const { person } = await openPage()
  await openAction(person, /^Replay from a day/)
  await person.click(await screen.findByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(requestsTo(replayWebhook)[0]?.body).toEqual({ fromDay: '11/20/2026' }))
})

test('a stream that its receiver has paused can be switched on, or off for good', async () => {
  const stream = { formatCd: 'signals', audienceTxt: 'idp', subjectCd: 'email' } as const
  answerWebhooks({ ...siem, ...stream, eventList: [], enabledFlg: false, stateCd: 'paused' })
  answer(updateWebhook, null, { message: 'Webhook saved.' })
  const { person } = await openPage()
  await openAction(person, /^Switch on/)
  await waitFor(() => expect(requestsTo(updateWebhook)).toHaveLength(1))
  await openAction(person, /^Switch off/)
  await waitFor(() => expect(requestsTo(updateWebhook)).toHaveLength(2))
  expect(requestsTo(updateWebhook).map(({ body }) => body)).toMatchObject([
    { enabledFlg: 'Y' },
    { enabledFlg: 'N', endPauseFlg: 'Y' },
  ])
})

test('who is no portal administrator reads the list, and why nothing can be changed', async () => {
  answer(getWebhookOptions, { mayChangeFlg: false, localFlg: false })
  answerWebhooks(siem)
  const { person } = await openPage()
  expect(screen.getByRole('button', { name: /^Add webhook/ }).getAttribute('aria-disabled')).toBe('true')
  await person.click(screen.getByRole('button', { name: 'Actions for SIEM' }))
  expect((await screen.findByRole('menu')).textContent).toContain('Only portal administrators change webhooks.')
})

test('I read the deliveries of one with body and answer, and send an event again', async () => {
  answerWebhooks(siem)
  answer(
    listWebhookDeliveries,
    [delivery, { ...delivery, deliveryId: 42, eventCd: null, auditEventId: null, stateCd: 'failed' }],
    total(2),
  )
  answer(getWebhookDelivery, { ...delivery, bodyTxt: '{"id":"9"}', answerTxt: 'out of order' })
  answer(resendWebhookDelivery, null, { message: 'The event is being sent again.' })
  const { person } = renderPage('/content-authenticated/administration/webhooks/5')
  await screen.findByRole('heading', { name: 'SIEM' })
  const [, first, second] = screen.getAllByRole('row')
  for (const text of ['User changed', 'Status 503 in 71 ms', 'Waiting']) expect(first?.textContent).toContain(text)
  for (const text of ['Test event', 'Not delivered']) expect(second?.textContent).toContain(text)
  await person.click(within(first as HTMLElement).getByRole('button', { name: /^User/ }))
  const shown = await screen.findByRole('dialog', { name: /^User/ })
  const [last, next] = [moment, nextMoment].map((one) => formatInstant(one))
  expect(shown.textContent).toContain(`Last attempt${last}Next attempt${next}`)
  const drawer = within(shown)
  expect((await drawer.findByRole('region', { name: 'Body' })).textContent).toBe('{\n  "id": "9"\n}')
  expect(drawer.getByText('out of order')).toBeDefined()
  await person.keyboard('{Escape}')
  await person.click(screen.getByRole('button', { name: /^Actions for Test event/ }))
  expect((await screen.findByRole('menu')).textContent).toContain('For another test go to All webhooks.')
  await person.keyboard('{Escape}')
  await person.click(screen.getByRole('button', { name: /^Actions for User/ }))
  await person.click(await screen.findByRole('menuitem', { name: /^Send again/ }))
  await screen.findByText('The event is being sent again.')
  expect(requestsTo(resendWebhookDelivery)[0]?.path).toMatch(/webhooks\/5\/deliveries\/41\/again$/)
})
