import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { listBrandedClients } from '@portico/contract/branding/client-branding.ts'
import {
  type ClientContact,
  listClientContacts,
  listContactCandidates,
  listDefaultContacts,
  saveClientContacts,
  saveDefaultContacts,
} from '@portico/contract/clients/client-contacts.ts'
import { answer, refuse, requestsTo } from '../../../test/answer.ts'
import { answerClientSettings, meridian } from '../../../test/client-settings.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first of them does not wait for it.
import '../branding/BrandedClientsPage.tsx'
import '../branding/ClientSettingsPage.tsx'

const settings = '/content-authenticated/administration/client-settings'
const contact = (userId: number, firstNm: string, roleTxt = '', activeFlg = true): ClientContact => ({
  userId,
  firstNm,
  lastNm: 'Okafor',
  userNm: `${firstNm.toLowerCase()}.okafor`,
  emailAddress: `${firstNm}@operator.test`,
  roleTxt,
  activeFlg,
})
const miriam = contact(11, 'Miriam', 'Account manager')
const omar = contact(12, 'Omar')
const zoe = { userId: 13, firstNm: 'Zoe', lastNm: 'Quill', userNm: 'zoe.quill' }

beforeEach(() => {
  answerClientSettings()
  answer(listBrandedClients, [meridian])
  answer(listClientContacts, { contacts: [miriam, omar], versionTxt: 'one' })
  answer(listDefaultContacts, { contacts: [contact(14, 'Dora', 'Client Relations')], versionTxt: 'default' })
  answer(listContactCandidates, [zoe, { ...zoe, userId: 11, firstNm: 'Miriam', lastNm: 'Okafor' }])
  answer(saveClientContacts, { contacts: [], versionTxt: 'two' }, { message: 'The contacts have been saved.' })
  answer(saveDefaultContacts, { contacts: [], versionTxt: 'two' }, { message: 'The contacts have been saved.' })
  signInAs({ internalUserFlg: true })
})

async function openContacts() {
  const { person } = renderPage(`${settings}/2?tab=contacts`)
  const form = within(await screen.findByRole('form', { name: 'Contacts of Meridian' }))
  return { person, form }
}
type Opened = Awaited<ReturnType<typeof openContacts>>

const names = ({ form }: Pick<Opened, 'form'>) =>
  form.getAllByRole('listitem').map((row) => within(row).getByText(/^(Miriam|Omar|Zoe) \w+$/).textContent)

async function save({ person, form }: Opened) {
  await person.click(form.getByRole('button', { name: 'Save contacts' }))
  const review = within(await screen.findByRole('dialog'))
  await person.click(review.getByRole('button', { name: 'Save contacts' }))
}

test('I add a colleague with a role, move one and save what I have reviewed (N-1)', async () => {
  const opened = await openContacts()
  const { person, form } = opened
  await person.click(form.getByRole('combobox', { name: 'Add a staff member' }))
  await person.click(await form.findByRole('option', { name: 'Zoe Quill (zoe.quill)' }))
  const role = await form.findByRole('textbox', { name: 'Role of Zoe Quill' })
  await waitFor(() => expect(document.activeElement).toBe(role))
  await person.keyboard('Production')
  await person.click(form.getByRole('button', { name: 'Move Omar Okafor up' }))
  expect(names(opened)).toEqual(['Omar Okafor', 'Miriam Okafor', 'Zoe Quill'])
  await save(opened)
  await screen.findByText('The contacts have been saved.')
  expect(requestsTo(saveClientContacts)).toMatchObject([
    {
      body: {
        contacts: [
          { userId: 12, roleTxt: '' },
          { userId: 11, roleTxt: 'Account manager' },
          { userId: 13, roleTxt: 'Production' },
        ],
        versionTxt: 'one',
      },
    },
  ])
})

test('a contact moves by the keyboard, which stays with it, and I hear its new place', async () => {
  const opened = await openContacts()
  const { person, form } = opened
  form.getByRole('button', { name: 'Move Miriam Okafor down' }).focus()
  await person.keyboard('{Enter}')
  expect(names(opened)).toEqual(['Omar Okafor', 'Miriam Okafor'])
  form.getByText('Miriam Okafor is now number 2 of 2.')
  // The last contact cannot move further down.
  const up = form.getByRole('button', { name: 'Move Miriam Okafor up' })
  await waitFor(() => expect(document.activeElement).toBe(up))
  expect(form.queryByRole('button', { name: 'Move Miriam Okafor down' })).toBeNull()
})

test('a colleague who is in the list already is not added again: I come to their role', async () => {
  const opened = await openContacts()
  const { person, form } = opened
  await person.click(form.getByRole('combobox', { name: 'Add a staff member' }))
  await person.click(await form.findByRole('option', { name: 'Miriam Okafor (zoe.quill)' }))
  const role = form.getByRole('textbox', { name: 'Role of Miriam Okafor' })
  await waitFor(() => expect(document.activeElement).toBe(role))
  expect(names(opened)).toEqual(['Miriam Okafor', 'Omar Okafor'])
})

test('a role that is too long is refused at its field', async () => {
  const { person, form } = await openContacts()
  const role = form.getByRole('textbox', { name: 'Role of Omar Okafor' })
  await person.click(role)
  await person.paste('a'.repeat(101))
  await person.click(form.getByRole('button', { name: 'Save contacts' }))
  await form.findByText('The text entered exceeds the maximum length (at most 100 characters)')
  expect(document.activeElement).toBe(role)
  expect(requestsTo(saveClientContacts)).toHaveLength(0)
})

test('what someone else has changed meanwhile is said, and my list stays', async () => {
  refuse(saveClientContacts, 409, 'Grace Hopper has changed these contacts.')
  const opened = await openContacts()
  await opened.person.click(opened.form.getByRole('button', { name: 'Remove Omar Okafor' }))
  await save(opened)
  await screen.findByText(/Grace Hopper has changed these contacts\./)
  expect(names(opened)).toEqual(['Miriam Okafor'])
})

test('when a colleague has added a contact too, both are in the list, and I read what they did', async () => {
  const dora = contact(14, 'Dora', 'Support')
  const changedByGrace = { changedByNm: 'Grace Hopper', changedDt: '2026-03-04T09:30:00.000Z' }
  refuse(saveClientContacts, 409, 'Grace Hopper has changed these contacts.', changedByGrace)
  const opened = await openContacts()
  const { person, form } = opened
  await person.click(form.getByRole('combobox', { name: 'Add a staff member' }))
  await person.click(await form.findByRole('option', { name: 'Zoe Quill (zoe.quill)' }))
  await save(opened)
  answer(listClientContacts, { contacts: [miriam, omar, dora], versionTxt: 'two' })
  await person.click(await form.findByRole('button', { name: 'Load the current state' }))
  const changes = within(await form.findByRole('table', { name: 'Changed while you were editing' }))
  expect(changes.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'FieldBeforeAfter',
    'Dora Okafor (dora.okafor)EmptySupport',
  ])
  expect(form.queryByText(/^You changed these too/)).toBeNull()
  answer(saveClientContacts, { contacts: [], versionTxt: 'three' }, { message: 'The contacts have been saved.' })
  await save(opened)
  await screen.findByText('The contacts have been saved.')
  expect(requestsTo(saveClientContacts).at(-1)?.body).toMatchObject({
    contacts: [{ userId: 11 }, { userId: 12 }, { userId: 14 }, { userId: 13 }],
    versionTxt: 'two',
  })
})

test('without active contacts I read whom the users see instead, and who is not active', async () => {
  answer(listClientContacts, { contacts: [contact(11, 'Miriam', '', false)], versionTxt: 'one' })
  await openContacts()
  await screen.findByText(
    'Meridian has no active contacts of its own. Its users see the default contacts: Dora Okafor (Client Relations).',
  )
  screen.getByText('Not active: users don’t see this contact.')
  expect(screen.getByRole('link', { name: 'Open default contacts' }).getAttribute('href')).toBe(
    `${settings}?tab=contacts`,
  )
})

test('I name the default contacts beside the list of clients', async () => {
  answer(listDefaultContacts, { contacts: [], versionTxt: 'default' })
  const { person } = renderPage(settings)
  await person.click(await screen.findByRole('tab', { name: 'Default contacts' }))
  await screen.findByText('There are no default contacts. Clients without contacts of their own see none.')
  const form = within(screen.getByRole('form', { name: 'Default contacts' }))
  await person.click(form.getByRole('combobox', { name: 'Add a staff member' }))
  await person.click(await form.findByRole('option', { name: 'Zoe Quill (zoe.quill)' }))
  await save({ person, form })
  await screen.findByText('The contacts have been saved.')
  expect(requestsTo(saveDefaultContacts)).toMatchObject([{ body: { contacts: [{ userId: 13 }] } }])
})

test('an administrator of the client sees no contacts to choose', async () => {
  signInAs({ internalUserFlg: false })
  renderPage(`${settings}/2`)
  await screen.findByRole('tab', { name: 'History' })
  expect(screen.queryByRole('tab', { name: 'Contacts' })).toBeNull()
})

test('contacts that cannot be loaded say so, and come with another try', async () => {
  refuse(listClientContacts, 500, 'Broken')
  const { person } = renderPage(`${settings}/2?tab=contacts`)
  await screen.findByText('We couldn’t load the contacts.')
  answer(listClientContacts, { contacts: [miriam], versionTxt: 'one' })
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('textbox', { name: 'Role of Miriam Okafor' })
})

test('what I searched for and did not choose is gone when the list closes', async () => {
  const { person, form } = await openContacts()
  const search = form.getByRole('combobox', { name: 'Add a staff member' })
  await person.type(search, 'Zoe')
  expect(search).toHaveProperty('value', 'Zoe')
  await person.keyboard('{Escape}')
  await waitFor(() => expect(search).toHaveProperty('value', ''))
})
