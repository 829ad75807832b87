import { fieldsIn, fill, press, pressEscape, settle } from './hands.ts'
import { isAvailable, isOfKit, kindOf, nameOf, openMenu, submitIn, topDialog } from './parts.ts'
import { changedLines, shownLines } from './shown-lines.ts'
import type { Tour } from './tour.ts'

/** Fields that are filled in a dialog or on a page: some appear with the values of others. */
export const MOST_FIELDS = 30

/** Steps of a dialog or a form. */
export const MOST_STEPS = 5

/** Buttons of a dialog beside the one that sends it. */
const MOST_INNER = 2

/** Steps of the clock within which a dialog closes by itself. */
const CLOSING_STEPS = 6

/** Dialogs that several screens open, by their headings, and the screen on which they are walked. */
const walkedAt: readonly [heading: RegExp, screen: RegExp][] = [
  [/^(?:Give|End) access$/, /\/applications\//],
  [/^(?:Give access to|End access of|Tiles of|Home of|Close account of) /, /\/administration$/],
]

function isWalkedElsewhere({ visit: { address } }: Tour): boolean {
  const title = topDialog()?.querySelector('h2')
  const heading = title ? nameOf(title) : ''
  return walkedAt.some(([name, screen]) => name.test(heading) && !screen.test(address))
}

/** What a dialog is about: its heading, and the names of what can be filled and pressed in it. */
const kindOfDialog = () =>
  [
    ...new Set(
      [...(topDialog()?.querySelectorAll('h2, label, legend, button') ?? [])].map((one) => kindOf(nameOf(one))),
    ),
  ]
    .toSorted()
    .join()

/**
 * A dialog that has just opened: it closes by Escape, opens as before, and sends what it shows. Where one like it was
 * walked on the same screen, or on another that it belongs to, it is only looked at.
 */
export async function walkDialog(tour: Tour, open: () => Promise<void>): Promise<void> {
  const first = shownLines(topDialog())
  const isKnown = tour.knows(kindOfDialog()) || isWalkedElsewhere(tour)
  await tour.after('## Escape', pressEscape)
  if (isKnown) return
  await open()
  const dialog = topDialog()
  if (!dialog) return
  tour.passOver()
  const changed = changedLines(first, shownLines(dialog))
  if (changed.length > 0) tour.note('## opened again, it differs', changed)
  await pressWithin(tour, open)
  await fillIn(tour, topDialog() ?? dialog, '## fill')
  await submit(tour)
}

const innerButtons = () => {
  const dialog = topDialog()
  const sends = submitIn(dialog)
  return [...(dialog?.querySelectorAll('button') ?? [])].filter(
    (one) => isAvailable(one) && !isOfKit(one) && one !== sends && !/^(?:Close|Cancel|)$/.test(nameOf(one)),
  )
}

/** Presses what a dialog has besides what sends and closes it, one of each kind; each time it opens anew. */
async function pressWithin(tour: Tour, open: () => Promise<void>): Promise<void> {
  const kinds = [...new Set(innerButtons().map((one) => kindOf(nameOf(one))))].slice(0, MOST_INNER)
  for (const kind of kinds) {
    const button = innerButtons().find((one) => kindOf(nameOf(one)) === kind)
    if (!button) continue
    tour.passOver()
    await tour.after(`## within: ${nameOf(button)}`, () => press(button))
    await open()
  }
  tour.passOver()
}

/** Sends a dialog, or each of its steps: refused first, and then done, which can be taken back. */
export async function submit(tour: Tour): Promise<void> {
  const pressed = new Set<string>()
  for (let step = 0; step < MOST_STEPS; step++) {
    const button = submitIn(topDialog())
    const name = button && nameOf(button)
    if (name === undefined || pressed.has(name)) return
    pressed.add(name)
    await send(tour, () => submitIn(topDialog()), '##')
    await undo(tour)
    const dialog = topDialog()
    if (!dialog || pressed.has(nameOf(submitIn(dialog) ?? dialog))) return
    await fillIn(tour, dialog, '## fill')
  }
}

const hasText = (field: Element) => (field as HTMLInputElement).value !== ''

/** Presses a button that sends: refused, and if that asked for something, again. */
export async function send(tour: Tour, find: () => Element | undefined, level: string): Promise<void> {
  const { server } = tour.visit
  const button = find()
  if (!button) return
  const entered = fieldsIn(topDialog() ?? tour.main).filter(hasText)
  server.refuseWrites(true)
  const refused = await tour.after(`${level} refused: ${nameOf(button)}`, () => press(button))
  server.refuseWrites(false)
  // Secrets are entered anew.
  for (const [at, field] of entered.entries()) if (field.isConnected && !hasText(field)) await fill(field, at)
  const again = find()
  if (!again || refused.length === 0) return
  await tour.after(`${level} done: ${nameOf(again)}`, async () => {
    await press(again)
    // A dialog closes some seconds after its success.
    await settle(CLOSING_STEPS)
  })
}

/** What sends the forms of the page. */
export const formButtons = (tour: Tour): Element[] =>
  [...tour.main.querySelectorAll('form button[type="submit"]')].filter(isAvailable)

/** Presses a button; a form that appears then is filled and sent. */
export async function pressAndSend(tour: Tour, title: string, button: Element): Promise<void> {
  const before = new Set(formButtons(tour))
  await tour.after(title, () => press(button))
  if (openMenu() || topDialog() || tour.hasLeft) return
  const appeared = () => formButtons(tour).find((one) => !before.has(one))
  const form = appeared()?.closest('form')
  if (!form) return
  await fillIn(tour, form, '## fill')
  await send(tour, appeared, '##')
}

/** Gives each field of a part of the page another value. */
export async function fillIn(tour: Tour, part: Element, title: string): Promise<void> {
  if (fieldsIn(part).length === 0) return
  await tour.after(title, async () => {
    for (let at = 0; at < MOST_FIELDS; at++) {
      const field = fieldsIn(part)[at]
      if (field) await fill(field, at)
    }
    await settle()
  })
}

/** Takes back what was done, where that is offered; messages go away by themselves. */
export async function undo(tour: Tour): Promise<void> {
  const button = [...document.querySelectorAll('[data-messages] button')].find((one) => nameOf(one) === 'Undo')
  if (button) await tour.after('## Undo', () => press(button))
}
