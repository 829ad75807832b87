import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { listAnnouncements } from '@portico/contract/announcements/announcements.ts'
import { listSections } from '@portico/contract/home/home.ts'
import { listLinks } from '@portico/contract/links/links.ts'
import { searchPortal } from '@portico/contract/search/search.ts'
import { answer, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'

const search = vi.hoisted(() => {
  let finish: () => void = () => undefined
  const loaded = new Promise<void>((resolve) => (finish = resolve))
  return { loaded, finishLoading: () => finish() }
})
vi.mock('./SearchAndOpen.tsx', async (importOriginal) => {
  await search.loaded
  return importOriginal()
})

test('keys typed right after Ctrl-K, before the search has loaded, are in its field', async () => {
  answerFrame()
  answer(listLinks, [])
  answer(listSections, [])
  answer(listAnnouncements, [])
  answer(searchPortal, [])
  signInAs()
  const { person } = renderPage('/content-authenticated/my-links')
  await screen.findByRole('button', { name: /^Search/ })
  await person.keyboard('{Control>}k{/Control}har')
  expect(screen.getByRole('textbox', { name: 'Search the portal' })).toHaveProperty('value', 'har')
  search.finishLoading()
  const field = await screen.findByRole('combobox', { name: 'Search the portal' })
  expect(field).toHaveProperty('value', 'har')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await person.keyboard('bor')
  await waitFor(() => expect(requestsTo(searchPortal).at(-1)?.search).toContain('text=harbor'))
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
