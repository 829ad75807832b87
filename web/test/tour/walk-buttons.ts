import { press } from './hands.ts'
import { isAvailable, isOfKit, kindOf, nameOf, openMenu, ROW, topDialog } from './parts.ts'
import type { Tour } from './tour.ts'
import { pressAndSend, undo, walkDialog } from './walk-dialog.ts'

/** A button of the page. */
interface Opener {
  name: string
  isInTab: boolean
  /** Where it stands now. */
  find: () => Element | undefined
}

const opensMenu = (button: Element) => button.getAttribute('aria-haspopup') === 'menu'

/** The buttons of the page that a tour presses: the menus of all rows, and of other buttons in rows one of each kind. */
function openersOf(tour: Tour): Opener[] {
  const buttons = () =>
    [...tour.main.querySelectorAll('button, [role="switch"]')].filter(
      (one) => isAvailable(one) && !isOfKit(one) && !one.closest('th, nav, [role="tablist"], [role="menu"]'),
    )
  const kinds = new Set<string>()
  const isFirstOfKind = (button: Element) => {
    if (!button.closest(ROW) || opensMenu(button)) return true
    const kind = kindOf(nameOf(button))
    const isFirst = !kinds.has(kind)
    kinds.add(kind)
    return isFirst
  }
  const all = buttons().map((button) => ({ button, name: nameOf(button) }))
  const before = (name: string, at: number) => all.slice(0, at).filter((one) => one.name === name).length
  const openers = all.map(({ button, name }, at) => ({ button, name, place: before(name, at) }))
  return openers
    .filter(({ button }) => isFirstOfKind(button))
    .map(({ button, name, place }) => ({
      name,
      isInTab: button.closest('[role="tabpanel"]') !== null,
      find: () => buttons().filter((one) => nameOf(one) === name)[place],
    }))
}

/** Presses every button of the page. Those in `pressed`, which stand above the tabs, were pressed before. */
export async function walkButtons(tour: Tour, pressed: Set<string>): Promise<void> {
  const openers = openersOf(tour).filter(({ name, isInTab }) => isInTab || !pressed.has(name))
  for (const { name, isInTab } of openers) if (!isInTab) pressed.add(name)
  await pressAll(tour, openers)
}

/** Opens every menu of the page. */
export async function walkMenus(tour: Tour): Promise<void> {
  for (const { name, find } of openersOf(tour)) {
    const opener = await tour.found(find)
    if (opener && opensMenu(opener)) await tour.after(`# press ${name}`, () => press(opener))
  }
}

/** Selects the first row of a list, and presses the buttons that appear. */
export async function walkSelection(tour: Tour): Promise<void> {
  await tour.calm()
  const box = () => tour.main.querySelector<HTMLInputElement>('tbody td[data-row-control] input[type="checkbox"]')
  const first = box()
  if (!first) return
  const names = openersOf(tour).map(({ name }) => name)
  await tour.after('# select the first row', () => press(first))
  const appeared = openersOf(tour).filter(({ name }) => !names.includes(name))
  tour.prepare = async () => {
    const row = box()
    if (row && !row.checked) await press(row)
    tour.passOver()
  }
  await pressAll(tour, appeared)
  tour.prepare = undefined
}

/** Presses buttons, follows the menus and dialogs that open, and comes back. */
async function pressAll(tour: Tour, openers: readonly Opener[]): Promise<void> {
  const chosen = new Set<string>()
  for (const { name, find } of openers) {
    const opener = await tour.found(find)
    if (!opener) continue
    await pressAndSend(tour, `# press ${name}`, opener)
    if (openMenu()) await walkMenu(tour, find, chosen)
    else if (topDialog())
      await walkDialog(tour, async () => {
        const again = await tour.found(find)
        if (again) await press(again)
      })
    else await undo(tour)
  }
}

const entries = () => [...document.querySelectorAll('[role^="menuitem"]')].filter(isAvailable)

/** Chooses the entries of an open menu, one of each kind. */
async function walkMenu(tour: Tour, find: () => Element | undefined, chosen: Set<string>): Promise<void> {
  const choose = async (name: string) => {
    const opener = await tour.found(find)
    if (!opener) return
    await press(opener)
    tour.passOver()
    const entry = entries().find((one) => nameOf(one) === name)
    if (entry) await press(entry)
  }
  for (const name of entries().map(nameOf)) {
    if (chosen.has(kindOf(name))) continue
    chosen.add(kindOf(name))
    await tour.after(`## choose ${name}`, () => choose(name))
    if (topDialog()) await walkDialog(tour, () => choose(name))
    else await undo(tour)
  }
}
