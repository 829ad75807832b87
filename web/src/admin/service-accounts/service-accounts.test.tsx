import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { listSharingClients } from '@portico/contract/documents/sharing-clients.ts'
import { serviceAccountStates } from '@portico/contract/service-accounts/service-account-rules.ts'
import {
  createServiceAccount,
  getServiceAccountOptions,
  listServiceAccounts,
  revokeServiceAccount,
  rotateServiceToken,
  searchServiceOwners,
  type ServiceAccount,
  updateServiceAccount,
} from '@portico/contract/service-accounts/service-accounts.ts'
import { answer, requestsTo, refuse } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { queryClient } from '../../api/query.ts'
import { creationOf, newFields } from './service-account-form.ts'

const TOKEN = `portico_${'a'.repeat(49)}`
const soon = new Date('2026-12-20T15:00:00Z')
const payroll: ServiceAccount = {
  serviceAccountId: 5,
  serviceAccountNm: 'Payroll sync',
  clientNm: 'Northgate',
  ownerId: 7,
  ownerNm: 'olive.owner',
  scopeList: ['users:read', 'scim'],
  networkList: ['10.1.0.0/16'],
  endDt: soon,
  expireDt: soon,
  lastUsedDt: new Date('2026-11-20T15:00:00Z'),
  stateCd: 'ending',
  revokedDt: null,
  revokedByNm: null,
  tokenList: [
    { serviceTokenId: 31, prefixTxt: 'portico_Abcd1234', expireDt: soon, lastUsedDt: new Date('2026-11-20T15:00:00Z') },
    { serviceTokenId: 32, prefixTxt: 'portico_Efgh5678', expireDt: soon, lastUsedDt: null },
  ],
  version: 3,
}
const answerAccounts = (...accounts: ServiceAccount[]) =>
  answer(listServiceAccounts, accounts, { headers: { 'x-total-count': String(accounts.length) } })

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 11, pageNm: 'Database Maintenance' }])
  answer(getServiceAccountOptions, { mayChangeFlg: true, scopeList: ['users:read', 'users:write', 'scim'] })
  answer(listSharingClients, [{ clientId: 3, clientNm: 'Northgate' }])
  answer(searchServiceOwners, [{ id: 7, nameTxt: 'Ann Smith (ann.smith), Lindqvist' }], {
    headers: { 'x-total-count': '1' },
  })
  signInAs({ internalUserFlg: true })
})

async function openPage(search = '') {
  const page = renderPage(`/content-authenticated/database-maintenance/service-accounts${search}`)
  await screen.findByRole('heading', { name: 'Service accounts' })
  return page
}
type Person = Awaited<ReturnType<typeof openPage>>['person']

const openAction = async (person: Person, name: RegExp) => {
  await person.click(screen.getByRole('button', { name: 'Actions for Payroll sync' }))
  await person.click(await screen.findByRole('menuitem', { name }))
}
/** Where a token may never be kept: what the page has loaded, and the storage of the browser. */
const kept = () =>
  JSON.stringify([
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
    queryClient
      .getMutationCache()
      .getAll()
      .map(({ state }) => state.data),
    [sessionStorage, localStorage].map((storage) => Object.entries(storage)),
  ])

test('I see each account with its employer, owner, scopes, end, last use and state, and narrow the list', async () => {
  answerAccounts(payroll, {
    ...payroll,
    serviceAccountId: 6,
    serviceAccountNm: 'SIEM',
    clientNm: null,
    lastUsedDt: null,
    stateCd: 'unused',
  })
  const { person, address } = await openPage()
  const [, first, second] = screen.getAllByRole('row')
  for (const text of ['Payroll sync', 'Northgate', 'olive.owner', 'users:read, scim', '12/20/2026', 'Expires soon'])
    expect(first?.textContent).toContain(text)
  for (const text of ['SIEM', 'The installation', 'Not yet', 'Unused']) expect(second?.textContent).toContain(text)
  await person.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Expires soon')
  await waitFor(() => expect(requestsTo(listServiceAccounts).at(-1)?.search).toContain('stateCd=ending'))
  await person.selectOptions(screen.getByRole('combobox', { name: 'Scopes' }), 'scim')
  await waitFor(() => expect(requestsTo(listServiceAccounts).at(-1)?.search).toContain('scopeCd=scim'))
  for (const part of ['state=ending', 'scope=scim']) expect(address()).toContain(part)
})

test('each state has its word, and a color that says how urgent it is', async () => {
  answerAccounts(
    ...serviceAccountStates.map((stateCd, at) => ({
      ...payroll,
      serviceAccountId: at,
      serviceAccountNm: stateCd,
      stateCd,
    })),
  )
  await openPage()
  const tones = serviceAccountStates.map((stateCd) => {
    const [dot] = screen
      .getByRole('row', { name: new RegExp(`^${stateCd}`) })
      .querySelectorAll<HTMLElement>('[data-tone]')
    return [stateCd, dot?.textContent, dot?.dataset['tone']]
  })
  expect(tones).toEqual([
    ['active', 'In use', 'success'],
    ['unused', 'Unused', 'neutral'],
    ['ending', 'Expires soon', 'warning'],
    ['tokenless', 'No token works', 'error'],
    ['ended', 'Ended', 'error'],
  ])
})

test('a revoked account stays in the list, and says when, by whom, and what it could do', async () => {
  const revoked = {
    expireDt: null,
    tokenList: [],
    stateCd: 'ended' as const,
    revokedDt: new Date('2026-11-25T15:00:00Z'),
  }
  answerAccounts({ ...payroll, ...revoked, revokedByNm: 'Petra Portal' })
  const { person } = await openPage('?state=ended')
  const [, row] = screen.getAllByRole('row')
  expect(row?.textContent).toContain('Revoked')
  expect(
    within(screen.getByRole('combobox', { name: 'State' })).getByRole('option', {
      name: 'Ended or revoked',
      selected: true,
    }),
  ).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Actions for Payroll sync' }))
  for (const name of [/^Edit/, /^Exchange token/, /^Revoke/]) {
    const entry = await screen.findByRole('menuitem', { name })
    expect([entry.getAttribute('aria-disabled'), entry.textContent]).toEqual([
      'true',
      expect.stringContaining('Revoked'),
    ])
  }
  expect(screen.queryByRole('menuitem', { name: /^Show tokens/ })).toBeNull()
  await person.click(screen.getByRole('menuitem', { name: /^Show details/ }))
  const drawer = await screen.findByRole('dialog', { name: 'Payroll sync' })
  expect(drawer.textContent).toMatch(/Revoked on 11\/25\/2026.* by Petra Portal\. No token works any more\./)
  expect(drawer.textContent).toContain('users:read')
  expect(drawer.textContent).not.toContain('Tokens that work')
})

test('without one I read what to do', async () => {
  answerAccounts()
  await openPage()
  expect(screen.getByText('No service account yet.')).toBeDefined()
  expect(screen.getByText('Add one to give a program access.')).toBeDefined()
})

test('I add one and copy its token, which is shown this once and kept nowhere', async () => {
  answerAccounts()
  answer(createServiceAccount, { serviceAccountId: 5, tokenTxt: TOKEN, expireDt: soon })
  const { person } = await openPage()
  await person.click(screen.getByRole('button', { name: 'Add service account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add service account' }))
  await person.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Payroll sync')
  await person.click(dialog.getByRole('combobox', { name: 'Employer' }))
  await person.click(await dialog.findByRole('option', { name: 'Northgate' }))
  await dialog.findByText('Ann Smith (ann.smith), Lindqvist')
  await person.click(dialog.getByRole('checkbox', { name: 'Provision users by SCIM' }))
  await person.click(dialog.getByRole('checkbox', { name: /^Read users/ }))
  await person.type(dialog.getByRole('textbox', { name: /^Allowed addresses/ }), '10.1.0.0/16{enter}{enter}10.2.0.1')
  answerAccounts(payroll)
  await person.click(dialog.getByRole('button', { name: 'Add and show token' }))
  const shown = await screen.findByRole('dialog', { name: 'Token of Payroll sync' })
  expect(requestsTo(createServiceAccount)[0]?.body).toMatchObject({
    serviceAccountNm: 'Payroll sync',
    clientId: 3,
    ownerId: 7,
    scopeList: ['users:read', 'scim'],
    networkList: ['10.1.0.0/16', '', '10.2.0.1'],
  })
  expect(within(shown).getByText(TOKEN)).toBeDefined()
  expect(within(shown).getByText('Where a call takes a uid, use 7, the number of the owner.')).toBeDefined()
  expect(
    within(shown).getByText(
      /client ID portico_\w{8}, client secret the token, address http:\/\/portal.test\/ccservices\/oauth\/token/,
    ),
  ).toBeDefined()
  expect(kept()).not.toContain(TOKEN)
  await person.keyboard('{Escape}')
  expect(within(shown).getByText(TOKEN)).toBeDefined()
  await person.click(within(shown).getByRole('button', { name: 'Copy token' }))
  expect(await navigator.clipboard.readText()).toBe(TOKEN)
  await person.click(within(shown).getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByText(TOKEN)).toBeNull())
  await screen.findByRole('button', { name: 'Actions for Payroll sync' })
  expect(kept()).not.toContain(TOKEN)
})

test('an account works until its last day is over', () => {
  const { endDt } = creationOf({ ...newFields('7'), endDt: '2027-03-31' })
  expect(endDt).toEqual(new Date(2027, 2, 31, 23, 59, 59, 999))
})

test('what is missing or refused is said at its field, the address with its line', async () => {
  answerAccounts()
  const { person } = await openPage()
  await person.click(screen.getByRole('button', { name: 'Add service account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add service account' }))
  await person.click(dialog.getByRole('button', { name: 'Add and show token' }))
  const group = dialog.getByRole('group', { name: 'Scopes', description: 'Choose at least one scope.' })
  const scopes = within(group).getAllByRole('checkbox')
  expect(scopes.map((scope) => scope.getAttribute('aria-invalid'))).toEqual(scopes.map(() => 'true'))
  expect(requestsTo(createServiceAccount)).toHaveLength(0)
  const line = 'Line 2: “10.2.0.0/33” is neither an address nor a network such as 10.1.0.0/16.'
  refuse(createServiceAccount, 422, line, [{ field: 'networkList', message: line }])
  await person.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Sync')
  await person.click(dialog.getByRole('checkbox', { name: /^Read users/ }))
  await person.type(dialog.getByRole('textbox', { name: /^Allowed addresses/ }), '10.1.0.0/16{enter}10.2.0.0/33')
  await person.click(dialog.getByRole('button', { name: 'Add and show token' }))
  const field = dialog.getByRole('textbox', { name: /^Allowed addresses/ })
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(dialog.getAllByText(line).length).toBeGreaterThan(0)
})

test('I change name, scopes and addresses with the version that I have read', async () => {
  answerAccounts(payroll)
  answer(updateServiceAccount, null, { message: 'Service account saved.' })
  const { person } = await openPage()
  await openAction(person, /^Edit/)
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Payroll sync' }))
  await person.click(dialog.getByRole('checkbox', { name: 'Provision users by SCIM' }))
  await person.clear(dialog.getByRole('textbox', { name: /^Allowed addresses/ }))
  await person.click(dialog.getByRole('button', { name: 'Save service account' }))
  await screen.findByText('Service account saved.')
  expect(requestsTo(updateServiceAccount)[0]).toMatchObject({
    path: expect.stringMatching(/accounts\/5$/) as string,
    body: { serviceAccountNm: 'Payroll sync', scopeList: ['users:read'], networkList: [], version: 3 },
  })
})

test('I exchange a token and read until when the former one works', async () => {
  answerAccounts(payroll)
  answer(rotateServiceToken, { tokenTxt: TOKEN, expireDt: soon, formerUntilDt: new Date('2026-11-27T15:00:00Z') })
  const { person } = await openPage()
  await openAction(person, /^Exchange token/)
  const dialog = within(await screen.findByRole('dialog', { name: 'Exchange the token of Payroll sync' }))
  expect(dialog.getByRole('combobox').textContent).toContain('for 30 more days')
  await person.click(dialog.getByRole('button', { name: 'Make new token' }))
  const shown = await screen.findByRole('dialog', { name: 'Token of Payroll sync' })
  expect(shown.textContent).toMatch(/The former token works until 11\/27\/2026/)
  expect(requestsTo(rotateServiceToken)[0]?.body).toEqual({ overlapDays: 7 })
  expect(kept()).not.toContain(TOKEN)
})

test('I revoke one token of an account, or the account with all of them, after a question', async () => {
  answerAccounts(payroll)
  answer(revokeServiceAccount, null, { message: 'Token revoked.' })
  const { person } = await openPage()
  await openAction(person, /^Show tokens/)
  const drawer = within(await screen.findByRole('dialog', { name: 'Payroll sync' }))
  expect(drawer.getByText(/^portico_Efgh5678…, until 12\/20\/2026/).textContent).toContain('Not used yet')
  await person.click(drawer.getByRole('button', { name: 'Revoke token portico_Efgh5678…' }))
  const question = await screen.findByRole('dialog', { name: 'Revoke the token portico_Efgh5678…?' })
  within(question).getByText('A program that uses it is refused from its next call on. This cannot be undone.')
  await person.click(within(question).getByRole('button', { name: 'Revoke token' }))
  await screen.findByText('Token revoked.')
  expect(requestsTo(revokeServiceAccount)[0]?.body).toEqual({ serviceTokenId: 32 })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 5000 })
  await openAction(person, /^Revoke/)
  const whole = await screen.findByRole('dialog', { name: 'Revoke Payroll sync?' })
  within(whole).getByText('The program is refused from its next call on. This cannot be undone.')
  await person.click(within(whole).getByRole('button', { name: 'Revoke service account' }))
  await waitFor(() => expect(requestsTo(revokeServiceAccount)[1]?.body).toEqual({}))
})

test('who is no portal administrator reads the list and why nothing can be changed', async () => {
  answer(getServiceAccountOptions, { mayChangeFlg: false, scopeList: [] })
  answerAccounts(payroll)
  const { person } = await openPage()
  const add = screen.getByRole('button', { name: /^Add service account/ })
  expect(add.getAttribute('aria-disabled')).toBe('true')
  await person.click(screen.getByRole('button', { name: 'Actions for Payroll sync' }))
  expect((await screen.findByRole('menu')).textContent).toContain('Only portal administrators change service accounts.')
  await person.click(screen.getByRole('menuitem', { name: /^Show tokens/ }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Payroll sync' }))
  expect(drawer.queryByRole('button', { name: /^Revoke token/ })).toBeNull()
})
