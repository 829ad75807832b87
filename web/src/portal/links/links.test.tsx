import { deleteLink, listLinks, saveLink } from '@portico/contract/links/links.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, answerWith, requestsTo, refuse } from '../../../test/answer.ts'
import { expectClosesAfter } from '../../../test/closing.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { signInAgain } from '../../../test/sign-in-again.ts'
// Loaded with the tests, so that the first test does not wait for it.
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

const names = () => screen.getAllByRole('rowheader').map((row) => row.textContent)

describe('my links', () => {
  test('are listed by name and open in a new tab without a referrer (LINK-002, LINK-005, S68)', async () => {
    renderPage(mine)
    const link = await screen.findByRole('link', { name: 'Open Atlas in a new tab' })
    expect(names()).toEqual(['Atlas', 'Shop'])
    expect(link.getAttribute('href')).toBe('https://zulu.example/')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(screen.queryByRole('button', { name: 'Edit Atlas' })).toBeNull()
  })

  test('are sorted by a click on a column title, and the address keeps it (LINK-004)', async () => {
    const { person, address } = renderPage(mine)
    await person.click(await screen.findByRole('button', { name: 'Address' }))
    await waitFor(() => expect(names()).toEqual(['Shop', 'Atlas']))
    expect(address()).toContain('sort=linkUrlTxt')
    await person.click(screen.getByRole('button', { name: 'Address' }))
    await waitFor(() => expect(names()).toEqual(['Atlas', 'Shop']))
  })

  test('are found by part of the name or the address', async () => {
    const { person } = renderPage(mine)
    await person.type(await screen.findByRole('searchbox', { name: 'Search links' }), 'ALPHA')
    await waitFor(() => expect(names()).toEqual(['Shop']))
    await person.type(screen.getByRole('searchbox', { name: 'Search links' }), 'x')
    expect(await screen.findByText('No links match your search.')).toBeDefined()
  })

  test('link to the page where they are changed', async () => {
    const { person, address } = renderPage(mine)
    await person.click(await screen.findByRole('button', { name: 'Manage links' }))
    expect(await screen.findByRole('heading', { name: 'Manage my links', level: 1 })).toBeDefined()
    expect(address()).toBe(manage)
  })

  test('show what to do when there are none', async () => {
    answer(listLinks, [])
    renderPage(mine)
    expect(await screen.findByText('You don’t have any links yet.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Add link' })).toBeDefined()
  })
})

describe('managing my links', () => {
  test('offers one button to add the first, not two', async () => {
    answer(listLinks, [])
    renderPage(manage)
    expect(await screen.findByText('You don’t have any links yet.')).toBeDefined()
    expect(screen.getAllByRole('button', { name: 'Add link' })).toHaveLength(1)
  })

  const openAdd = async () => {
    const page = renderPage(manage)
    await page.person.click(await screen.findByRole('button', { name: 'Add link' }))
    return { ...page, modal: within(await screen.findByRole('dialog', { name: 'Add link' })) }
  }

  test('adds a link, with https:// if it was omitted (LINK-003, LINK-006)', async () => {
    answerWith(saveLink, { code: '200', data: { ...shop, userLinkId: 9 }, message: 'Link added.' })
    const { person, modal } = await openAdd()
    await person.type(modal.getByRole('textbox', { name: 'Name' }), ' Post ')
    await person.type(modal.getByRole('textbox', { name: 'Address' }), 'post.example/inbox')
    await person.click(modal.getByRole('button', { name: 'Add link' }))
    expect(await modal.findByText('Link added.')).toBeDefined()
    expect(requestsTo(saveLink).at(-1)?.body).toEqual({ linkNm: 'Post', linkUrlTxt: 'https://post.example/inbox' })
  })

  test('shows errors at each field, before the request (LINK-011)', async () => {
    const { person, modal } = await openAdd()
    await person.click(modal.getByRole('button', { name: 'Add link' }))
    expect(await modal.findByText('Enter a name.')).toBeDefined()
    expect(modal.getByText('Enter an address.')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(modal.getByRole('textbox', { name: 'Name' })))
    await person.type(modal.getByRole('textbox', { name: 'Address' }), 'javascript:alert(1)')
    await person.click(modal.getByRole('button', { name: 'Add link' }))
    expect(await modal.findByText(/begins with http:\/\//)).toBeDefined()
    expect(requestsTo(saveLink)).toEqual([])
  })

  test('shows the server’s error at its field', async () => {
    refuse(saveLink, 422, 'No.', [{ field: 'linkNm', message: 'You can save up to 1,000 links.' }])
    const { person, modal } = await openAdd()
    await person.type(modal.getByRole('textbox', { name: 'Name' }), 'Post')
    await person.type(modal.getByRole('textbox', { name: 'Address' }), 'https://post.example')
    await person.click(modal.getByRole('button', { name: 'Add link' }))
    expect(await modal.findByText('You can save up to 1,000 links.')).toBeDefined()
  })

  test('changes a link (LINK-007)', async () => {
    answerWith(saveLink, { code: '200', data: { ...shop, linkNm: 'Store' }, message: 'Link saved.' })
    const { person } = renderPage(manage)
    await person.click(await screen.findByRole('button', { name: 'Edit Shop' }))
    const modal = within(await screen.findByRole('dialog', { name: 'Edit link' }))
    const name = modal.getByRole('textbox', { name: 'Name' })
    await person.clear(name)
    await person.type(name, 'Store')
    await person.click(modal.getByRole('button', { name: 'Save link' }))
    expect(await modal.findByText('Link saved.')).toBeDefined()
    expect(requestsTo(saveLink).at(-1)?.body).toEqual({ ...shop, linkNm: 'Store' })
  })

  test('deletes a link after a confirmation (LINK-008)', async () => {
    answerWith(deleteLink, { code: '200', data: null, message: 'Link deleted.' })
    const { person } = renderPage(manage)
    await person.click(await screen.findByRole('button', { name: 'Delete Shop' }))
    const modal = within(await screen.findByRole('dialog', { name: 'Delete link?' }))
    expect(modal.getByText('Shop will be removed from your links.')).toBeDefined()
    await person.click(modal.getByRole('button', { name: 'Delete link' }))
    expect(await modal.findByText('Link deleted.')).toBeDefined()
    expect(requestsTo(deleteLink).map(({ path }) => path)).toEqual([expect.stringMatching(/\/3$/)])
  })
})

test('the success of a change shows for three and a half seconds, then the dialog closes (LINK-012)', async () => {
  answerWith(deleteLink, { code: '200', data: null, message: 'Link deleted.' })
  const { person } = renderPage(manage)
  await person.click(await screen.findByRole('button', { name: 'Delete Shop' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Delete link?' }))
  await expectClosesAfter(modal.getByRole('button', { name: 'Delete link' }), 'Link deleted.', 3_500)
})

test('the dialog with my unsaved text is back when I sign in again after my session ended (SESS-025)', async () => {
  const { person } = renderPage(manage)
  await person.click(await screen.findByRole('button', { name: 'Edit Atlas' }))
  await person.type(await screen.findByRole('textbox', { name: 'Name' }), ' of rivers')
  await signInAgain()
  expect(await screen.findByRole('dialog', { name: 'Edit link' })).toBeDefined()
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Atlas of rivers')
})
