import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { listBrandedClients } from '@portico/contract/branding/client-branding.ts'
import { addClient } from '@portico/contract/clients/clients.ts'
import { answer, refuse, requestsTo } from '../../../test/answer.ts'
import { holdPages, meridian } from '../../../test/client-settings.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first of them does not wait for it.
import './AddClientDialog.tsx'
import './BrandedClientsPage.tsx'

const address = '/content-authenticated/administration/client-settings'

beforeEach(() => {
  answerFrame()
  holdPages('Client Settings')
  answer(listBrandedClients, [meridian], { headers: { 'x-total-count': '1' } })
})

async function openDialog() {
  signInAs({ internalUserFlg: true })
  const { person } = renderPage(address)
  await screen.findByRole('link', { name: 'Meridian' })
  await person.click(screen.getByRole('button', { name: 'Add client' }))
  return { person, dialog: within(await screen.findByRole('dialog', { name: 'Add client' })) }
}

test('an administrator adds a client with its code, and the list shows it', async () => {
  const { person, dialog } = await openDialog()
  await person.type(dialog.getByRole('textbox', { name: 'Name of the client' }), ' Harbor Freight ')
  await person.type(dialog.getByRole('textbox', { name: 'Client code' }), 'harbor')
  answer(addClient, { clientId: 9, clientNm: 'Harbor Freight', clientCd: 'harbor' }, { message: 'It has been added.' })
  answer(listBrandedClients, [{ ...meridian, clientId: 9, clientNm: 'Harbor Freight' }, meridian], {
    headers: { 'x-total-count': '2' },
  })
  await person.click(dialog.getByRole('button', { name: 'Add client' }))
  await dialog.findByText('It has been added.')
  expect(requestsTo(addClient)[0]?.body).toEqual({ clientNm: 'Harbor Freight', clientCd: 'harbor' })
  await waitFor(() => expect(screen.getByText('Harbor Freight')).not.toBeNull())
})

test('an administrator reads at the fields what is wrong, before and after sending', async () => {
  const { person, dialog } = await openDialog()
  await person.type(dialog.getByRole('textbox', { name: 'Client code' }), 'a b')
  await person.click(dialog.getByRole('button', { name: 'Add client' }))
  await dialog.findByText('Use letters, digits, - and _, and begin with a letter or digit.')
  expect(requestsTo(addClient)).toEqual([])
  await person.clear(dialog.getByRole('textbox', { name: 'Client code' }))
  await person.type(dialog.getByRole('textbox', { name: 'Name of the client' }), 'Meridian')
  refuse(addClient, 422, 'Taken', [{ field: 'clientNm', message: 'Taken' }])
  await person.click(dialog.getByRole('button', { name: 'Add client' }))
  await dialog.findByText('Taken')
  expect(requestsTo(addClient)[0]?.body).toEqual({ clientNm: 'Meridian', clientCd: null })
})

test('an external administrator has no button to add a client', async () => {
  signInAs({ internalUserFlg: false })
  renderPage(address)
  await screen.findByRole('link', { name: 'Meridian' })
  expect(screen.queryByRole('button', { name: 'Add client' })).toBeNull()
})
