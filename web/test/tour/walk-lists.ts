import { fieldsIn, fill, press, settle } from './hands.ts'
import { isAvailable, nameOf, topDialog } from './parts.ts'
import type { Tour } from './tour.ts'
import { fillIn, formButtons, MOST_FIELDS, MOST_STEPS, send, submit, undo } from './walk-dialog.ts'

const MOST_FORMS = 8

/** Sorts by each column, and turns the pages of each list. */
export async function walkLists(tour: Tour): Promise<void> {
  const headings = () => [...tour.main.querySelectorAll('thead th button')]
  for (const name of headings().map(nameOf)) {
    const button = headings().find((one) => nameOf(one) === name)
    if (button) await tour.afterBriefly(`# sort by ${name}`, () => press(button))
  }
  for (const button of tour.main.querySelectorAll('nav[aria-label="Pages"] button'))
    for (const time of ['', ' again'])
      if (isAvailable(button)) await tour.afterBriefly(`# page: ${nameOf(button)}${time}`, () => press(button))
}

/** Changes each field beside tables, one after the other. */
export async function walkFields(tour: Tour): Promise<void> {
  for (let at = 0; at < MOST_FIELDS; at++) {
    const field = fieldsIn(tour.main)[at]
    if (!field) return
    if (field.closest('table, nav')) continue
    const name = nameOf((field as HTMLInputElement).labels?.[0] ?? field)
    // The tour of the static settings themselves chooses a category.
    if (name === 'Category' && tour.visit.address.includes('?category=')) continue
    await tour.afterBriefly(`# field: ${name}`, async () => {
      await fill(field, at)
      await settle()
    })
  }
}

/** Sends each form that stands on the page with what `walkFields` has entered, and the steps that follow. */
export async function sendForms(tour: Tour): Promise<void> {
  const buttons = () => formButtons(tour)
  for (let at = 0; at < buttons().length && at < MOST_FORMS; at++) {
    const names = buttons().map(nameOf).join()
    await send(tour, () => buttons()[at], '#')
    if (topDialog()) await submit(tour)
    await undo(tour)
    if (topDialog() || tour.hasLeft) return
    for (let step = 1; step < MOST_STEPS && buttons().map(nameOf).join() !== names; step++) {
      await fillIn(tour, tour.main, '# fill the next step')
      await send(tour, () => buttons().at(-1), '#')
    }
  }
}

/** The addresses of the tabs beside the open one. */
export async function otherTabs(tour: Tour): Promise<string[]> {
  const tabs = () => [...tour.main.querySelectorAll('[role="tab"]')].filter(isAvailable)
  const isOpen = (tab: Element) => tab.getAttribute('aria-selected') === 'true'
  const addresses: string[] = []
  const opened = tabs().find(isOpen)?.textContent
  for (let at = 0; at < tabs().length; at++) {
    const tab = tabs()[at]
    if (!tab || isOpen(tab) || tab.textContent === opened) continue
    await press(tab)
    if (tour.address !== tour.visit.address) addresses.push(tour.address)
  }
  await tour.calm()
  return [...new Set(addresses)]
}
