import { deleteLink, listLinks, saveLink } from '@portico/contract/links.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, answerWith, asked, refuse } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { signInAgain } from '../../../test/sign-in-again.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import './LinksPage.tsx'

const mine = '/content-authenticated/my-links'
const manage = '/content-authenticated/manage-my-links'
const shop = { userLinkId: 3, linkNm: 'Shop', linkUrlTxt: 'https://alpha.example/' }
const atlas = { userLinkId: 4, linkNm: 'Atlas', linkUrlTxt: 'https://zulu.example/' }

beforeEach(() => {
  answerFrame()
  answer(listLinks, [shop, atlas])
  signInAs()
})

afterEach(() => {
  vi.useRealTimers()
})

const names = () => screen.getAllByRole('rowheader').map((row) => row.textContent)

describe('my links', () => {
  test('stand by name and open beside the portal, which tells the site nothing (LINK-002, LINK-005, S68)', async () => {
    renderPage(mine)
    const link = await screen.findByRole('link', { name: 'Open Atlas in a new tab' })
    expect(names()).toEqual(['Atlas', 'Shop'])
    expect(link.getAttribute('href')).toBe('https://zulu.example/')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(screen.queryByRole('button', { name: 'Edit Atlas' })).toBeNull()
  })

  test('are sorted by a press on a column, and the address says so (LINK-004)', async () => {
    const { person, address } = renderPage(mine)
    await person.click(await screen.findByRole('button', { name: 'Address' }))
    await waitFor(() => expect(names()).toEqual(['Shop', 'Atlas']))
    expect(address()).toContain('sort=linkUrlTxt')
    await person.click(screen.getByRole('button', { name: 'Address' }))
    await waitFor(() => expect(names()).toEqual(['Atlas', 'Shop']))
  })

  test('are found by letters of the name or the address', async () => {
    const { person } = renderPage(mine)
    await person.type(await screen.findByRole('searchbox', { name: 'Search links' }), 'ALPHA')
    await waitFor(() => expect(names()).toEqual(['Shop']))
    await person.type(screen.getByRole('searchbox', { name: 'Search links' }), 'x')
    expect(await screen.findByText('No link has these letters.')).toBeDefined()
  })

  test('lead to where they are changed', async () => {
    const { person, address } = renderPage(mine)
    await person.click(await screen.findByRole('button', { name: 'Manage links' }))
    expect(await screen.findByRole('heading', { name: 'Manage my links', level: 1 })).toBeDefined()
    expect(address()).toBe(manage)
  })

  test('say what to do where there are none', async () => {
    answer(listLinks, [])
    renderPage(mine)
    expect(await screen.findByText('You have no links yet.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Add link' })).toBeDefined()
  })
})

describe('managing my links', () => {
  test('offers one button to add the first, not two', async () => {
    answer(listLinks, [])
    renderPage(manage)
    expect(await screen.findByText('You have no links yet.')).toBeDefined()
    expect(screen.getAllByRole('button', { name: 'Add link' })).toHaveLength(1)
  })

  const openAdd = async () => {
    const page = renderPage(manage)
    await page.person.click(await screen.findByRole('button', { name: 'Add link' }))
    return { ...page, modal: within(await screen.findByRole('dialog', { name: 'Add a link' })) }
  }

  test('adds a link, with https:// where it was left out (LINK-003, LINK-006)', async () => {
    answerWith(saveLink, { code: '200', data: { ...shop, userLinkId: 9 }, message: 'The link has been added.' })
    const { person, modal } = await openAdd()
    await person.type(modal.getByRole('textbox', { name: 'Name' }), ' Post ')
    await person.type(modal.getByRole('textbox', { name: 'Address' }), 'post.example/inbox')
    await person.click(modal.getByRole('button', { name: 'Add link' }))
    expect(await modal.findByText('The link has been added.')).toBeDefined()
    expect(asked(saveLink).at(-1)?.body).toEqual({ linkNm: 'Post', linkUrlTxt: 'https://post.example/inbox' })
  })

  test('says at each field what is wrong, before the server is asked (LINK-011)', async () => {
    const { person, modal } = await openAdd()
    await person.click(modal.getByRole('button', { name: 'Add link' }))
    expect(await modal.findByText('Link name is missing.')).toBeDefined()
    expect(modal.getByText('Link address is missing.')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(modal.getByRole('textbox', { name: 'Name' })))
    await person.type(modal.getByRole('textbox', { name: 'Address' }), 'javascript:alert(1)')
    await person.click(modal.getByRole('button', { name: 'Add link' }))
    expect(await modal.findByText(/begins with http:\/\//)).toBeDefined()
    expect(asked(saveLink)).toEqual([])
  })

  test('shows what the server refuses at its field', async () => {
    refuse(saveLink, 422, 'No.', [{ field: 'linkNm', message: 'You have 1,000 links.' }])
    const { person, modal } = await openAdd()
    await person.type(modal.getByRole('textbox', { name: 'Name' }), 'Post')
    await person.type(modal.getByRole('textbox', { name: 'Address' }), 'https://post.example')
    await person.click(modal.getByRole('button', { name: 'Add link' }))
    expect(await modal.findByText('You have 1,000 links.')).toBeDefined()
  })

  test('changes a link (LINK-007)', async () => {
    answerWith(saveLink, { code: '200', data: { ...shop, linkNm: 'Store' }, message: 'The link has been changed.' })
    const { person } = renderPage(manage)
    await person.click(await screen.findByRole('button', { name: 'Edit Shop' }))
    const modal = within(await screen.findByRole('dialog', { name: 'Edit link' }))
    const name = modal.getByRole('textbox', { name: 'Name' })
    await person.clear(name)
    await person.type(name, 'Store')
    await person.click(modal.getByRole('button', { name: 'Save' }))
    expect(await modal.findByText('The link has been changed.')).toBeDefined()
    expect(asked(saveLink).at(-1)?.body).toEqual({ ...shop, linkNm: 'Store' })
  })

  test('deletes a link after asking (LINK-008)', async () => {
    answerWith(deleteLink, { code: '200', data: null, message: 'The link has been deleted.' })
    const { person } = renderPage(manage)
    await person.click(await screen.findByRole('button', { name: 'Delete Shop' }))
    const modal = within(await screen.findByRole('dialog', { name: 'Delete link?' }))
    expect(modal.getByText('Shop will be removed from your links.')).toBeDefined()
    await person.click(modal.getByRole('button', { name: 'Delete' }))
    expect(await modal.findByText('The link has been deleted.')).toBeDefined()
    expect(asked(deleteLink)).toHaveLength(1)
  })
})

test('a change of links is said for three and a half seconds, then its window closes (LINK-012)', async () => {
  answerWith(deleteLink, { code: '200', data: null, message: 'The link has been deleted.' })
  renderPage(manage)
  const pressed = await screen.findByRole('button', { name: 'Delete Shop' })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await person.click(pressed)
  const modal = within(await screen.findByRole('dialog', { name: 'Delete link?' }))
  await person.click(modal.getByRole('button', { name: 'Delete' }))
  await modal.findByText('The link has been deleted.')
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  await pass(2_500)
  expect(modal.getByText('The link has been deleted.')).toBeDefined()
  await pass(1_200)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the window in which I was writing is there again when my session ended and I have signed in again (SESS-025)', async () => {
  const { person } = renderPage(manage)
  await person.click(await screen.findByRole('button', { name: 'Edit Atlas' }))
  await person.type(await screen.findByRole('textbox', { name: 'Name' }), ' of rivers')
  await signInAgain()
  expect(await screen.findByRole('dialog', { name: 'Edit link' })).toBeDefined()
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Atlas of rivers')
})
