import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import {
  listResourceTexts,
  type ResourceText,
  saveResourceText,
  undoResourceText,
} from '@portico/contract/texts/resource-texts.ts'
import { answer, refuse, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first of them does not wait for it.
import './ResourceTextsPage.tsx'

const shipped: ResourceText = {
  textKey: 'home_welcome',
  areaCd: 'home',
  shippedTxt: 'Welcome, {name}',
  portalTxt: null,
  clientTxt: null,
  version: null,
  changedDt: null,
  changedByNm: null,
}
const worded: ResourceText = {
  ...shipped,
  portalTxt: 'Hello, {name}',
  version: 4,
  changedDt: new Date('2026-11-20T12:00:00Z'),
  changedByNm: 'Grace Hopper',
}
const other: ResourceText = { ...shipped, textKey: 'home_goodbye', shippedTxt: 'Goodbye, {name}' }
const offer = { undoId: 3, undoUntilDt: new Date('2026-11-22T13:00:00Z') }
const list = (...texts: ResourceText[]) =>
  answer(listResourceTexts, texts, { headers: { 'x-total-count': String(texts.length) } })

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 5, pageNm: 'Database Maintenance' }])
  signInAs({ internalUserFlg: true })
})

async function open(text: ResourceText, entry: string) {
  list(text, other)
  const { person } = renderPage('/content-authenticated/database-maintenance/resource-texts')
  const choose = async ({ textKey }: ResourceText, label: string) => {
    await person.click(await screen.findByRole('button', { name: `Actions for ${textKey}` }))
    await person.click(await screen.findByRole('menuitem', { name: label }))
    return within(await screen.findByRole('dialog'))
  }
  return { person, choose, dialog: await choose(text, entry) }
}
const row = () => within(screen.getByRole('row', { name: /home_welcome/ }))
const undo = async (person: Awaited<ReturnType<typeof open>>['person'], back: ResourceText) => {
  answer(undoResourceText, null)
  list(back, other)
  await person.click(await screen.findByRole('button', { name: 'Undo', hidden: true }))
  await screen.findByText('Your change has been undone.')
  expect(requestsTo(undoResourceText)[0]?.body).toEqual({ undoId: 3 })
}

test('I word a text for everyone, read it in the list, and take that back', async () => {
  const { person, dialog } = await open(shipped, 'Change wording')
  const field = dialog.getByRole('textbox', { name: 'Your wording' })
  await person.clear(field)
  await person.type(field, 'Hello, {{name}')
  answer(saveResourceText, offer)
  list(worded, other)
  await person.click(dialog.getByRole('button', { name: 'Save wording' }))
  await screen.findAllByText('The text has been saved.')
  const [saved] = requestsTo(saveResourceText)
  expect(saved?.path).toContain('home_welcome')
  expect(saved?.body).toEqual({ contentTxt: 'Hello, {name}', clientId: null, languageCd: 'en', version: null })
  await waitFor(() => expect(row().getByText('Hello, {name}')).toBeDefined())
  await undo(person, shipped)
  await waitFor(() => expect(row().getByText('As shipped')).toBeDefined())
})

test('I remove my wording, read what everyone reads then, and take that back', async () => {
  const { person, dialog } = await open(worded, 'Remove your wording')
  dialog.getByText('Everyone reads the shipped text again: Welcome, {name}')
  answer(saveResourceText, offer)
  list(shipped, other)
  await person.click(dialog.getByRole('button', { name: 'Remove wording' }))
  await screen.findAllByText('The wording has been removed.')
  expect(requestsTo(saveResourceText)[0]?.body).toEqual({
    contentTxt: null,
    clientId: null,
    languageCd: 'en',
    version: 4,
  })
  await waitFor(() => expect(row().getByText('As shipped')).toBeDefined())
  await undo(person, worded)
  await waitFor(() => expect(row().getByText('Hello, {name}')).toBeDefined())
})

test('a wording that I save as it is leaves nothing to undo', async () => {
  const { person, dialog } = await open(worded, 'Change wording')
  answer(saveResourceText, null)
  await person.click(dialog.getByRole('button', { name: 'Save wording' }))
  await screen.findByText('The text has been saved.')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a wording that I remove when it is gone already leaves nothing to undo', async () => {
  const { person, dialog } = await open(worded, 'Remove your wording')
  answer(saveResourceText, null)
  await person.click(dialog.getByRole('button', { name: 'Remove wording' }))
  await screen.findByText('The wording has been removed.')
  expect(screen.queryByRole('button', { name: 'Undo', hidden: true })).toBeNull()
})

test('a wording without its placeholder is refused at its field, and what I typed is in no other text', async () => {
  const { person, dialog, choose } = await open(shipped, 'Change wording')
  const message = 'Your text is missing {name}. The portal fills in these placeholders: add them and save again.'
  refuse(saveResourceText, 422, message, [{ field: 'contentTxt', message }])
  const field = dialog.getByRole('textbox', { name: 'Your wording' })
  await person.clear(field)
  await person.type(field, 'Hello')
  await person.click(dialog.getByRole('button', { name: 'Save wording' }))
  await dialog.findByText(message)
  await person.click(dialog.getByRole('button', { name: 'Cancel' }))
  await person.click(dialog.getByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const next = await choose(other, 'Change wording')
  expect((next.getByRole('textbox', { name: 'Your wording' }) as HTMLTextAreaElement).value).toBe('Goodbye, {name}')
})

test('after I start from the shipped text, I go on in the field', async () => {
  const { person, dialog } = await open(worded, 'Change wording')
  const field = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your wording' })
  await person.click(dialog.getByRole('button', { name: 'Start from the shipped text' }))
  expect(field.value).toBe('Welcome, {name}')
  expect(document.activeElement).toBe(field)
})
