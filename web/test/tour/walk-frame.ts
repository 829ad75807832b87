import { act, fireEvent } from '@testing-library/react'
import { listAnnouncements } from '@portico/contract/announcements/announcements.ts'
import { listSections } from '@portico/contract/home/home.ts'
import { searchKinds, searchPortal } from '@portico/contract/search/search.ts'
import { toast } from '../../src/ui/toast.ts'
import { press, pressEscape, settle } from './hands.ts'
import { nameOf, openMenu, topDialog } from './parts.ts'
import { sampleData } from './sample-data.ts'
import type { Tour } from './tour.ts'

/** Found in the names of screens, and long enough for records. */
const SOUGHT = 'user'

/** Within this time every message has gone. */
const MESSAGE_STEPS = 20

/** A hit of each kind, which opens what the samples of other calls have. */
export function oneHitOfEachKind(): Readonly<Record<string, unknown>> {
  const [tile] = sampleData(listSections, true) as { sectionId: number; userSectionPages: { pageId: number }[] }[]
  const [announcement] = sampleData(listAnnouncements, true) as { announcementId: number }[]
  const pageId = tile?.userSectionPages[0]?.pageId
  const ids = { tile: tile?.sectionId, page: pageId, item: pageId, announcement: announcement?.announcementId }
  const hits = searchKinds.map((kindCd, at) => ({
    kindCd,
    id: kindCd in ids ? ids[kindCd as keyof typeof ids] : 60 + at,
    titleTxt: `the ${kindCd}`,
    placeTxt: kindCd === 'tile' ? null : `https://${kindCd}.test`,
    sectionId: ['tile', 'page', 'item'].includes(kindCd) ? tile?.sectionId : null,
  }))
  return { [searchPortal.name]: hits }
}

/** The button of the header that opens the search. */
export const searchButton = (): Element | null => document.querySelector('header [aria-keyshortcuts]')

const searchField = () => topDialog()?.querySelector('[role="combobox"]')

async function openSearch(text = ''): Promise<void> {
  const button = searchButton()
  if (button) await press(button)
  const field = searchField()
  if (text !== '' && field) act(() => void fireEvent.change(field, { target: { value: text } }))
  await settle()
}

async function pressKey(key: string): Promise<void> {
  const field = searchField()
  if (field) act(() => void fireEvent.keyDown(field, { key }))
  await settle()
}

/** The first hit under each heading. */
const firstHits = () =>
  [...document.querySelectorAll('[role="listbox"] [role="group"]')].flatMap(
    (group) => group.querySelector('[role="option"]') ?? [],
  )

/** Searches, moves through what is found, and opens one of each kind. */
export async function walkSearch(tour: Tour): Promise<void> {
  await tour.calm()
  await tour.after('# open the search', () => openSearch())
  await tour.after('## Escape', pressEscape)
  await tour.after(`# search for ${SOUGHT}`, () => openSearch(SOUGHT))
  const count = firstHits().length
  for (const key of ['ArrowDown', 'ArrowUp', 'ArrowUp', 'Enter']) await tour.after(`## ${key}`, () => pressKey(key))
  for (let at = 0; at < count; at++) {
    await tour.calm()
    await openSearch(SOUGHT)
    tour.passOver()
    const hit = firstHits()[at]
    if (!hit) continue
    await tour.after(`# open ${nameOf(hit)}`, () => press(hit))
    if (topDialog()) await tour.after('## Escape', pressEscape)
  }
}

const messageButtons = () => [...document.querySelectorAll('[data-messages] button')]

/** An action of a message, which says that it was done. */
const actionOf = (label: string) => ({ label, run: () => toast.info(`${label} is done`) })

function showMessages(): void {
  toast.success('something is done', actionOf('Undo'), actionOf('More'))
  toast.error('something failed', actionOf('Retry'))
  toast.info('something is so')
}

async function openMessages(): Promise<void> {
  const button = [...document.querySelectorAll('header [aria-haspopup="menu"]')].at(-1)
  if (button) await press(button)
  const entry = [...(openMenu()?.querySelectorAll('[role^="menuitem"]') ?? [])].find(
    (one) => nameOf(one) === 'Recent messages',
  )
  if (entry) await press(entry)
}

/** Messages with their actions, closed or gone by themselves, and the list of those that were there. */
export async function walkMessages(tour: Tour): Promise<void> {
  await tour.calm()
  // A message comes after a press, and stays while it has the focus.
  const focusPage = () => act(() => (searchButton() as HTMLElement).focus())
  focusPage()
  await tour.after('# messages', async () => {
    act(showMessages)
    await settle()
  })
  for (const name of ['Undo', 'Retry', 'Close']) {
    const button = messageButtons().find((one) => nameOf(one) === name)
    if (button) await tour.after(`## press ${name}`, () => press(button))
  }
  focusPage()
  await tour.after('## later', () => settle(MESSAGE_STEPS))
  await tour.after('# open the recent messages', openMessages)
  await tour.after('## Escape', pressEscape)
}
