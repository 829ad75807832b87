import { act, fireEvent } from '@testing-library/react'
import { vi } from 'vitest'
import { queryClient } from '../../src/api/query.ts'
import { pageAt } from '../../src/patterns/Combobox.tsx'
import { isShown } from './parts.ts'
import { NOW } from './sample-data.ts'

/**
 * Timers of the page run in these steps; transitions and pauses of typing are over after one action. No pause of the
 * portal ends beside the end of a step, so that each runs in the same one whenever it began.
 */
const STEP_MS = 630
const STEPS = 2

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Rounds after which what is under way waits for the clock. */
const MOST_ROUNDS = 40

/**
 * Waits until all that began has ended, however long the machine takes: modules are loaded, answers are read and shown.
 * What is put off to the next turn of the page, as answers are, is a timer of a millisecond at most.
 */
async function quiet(): Promise<void> {
  for (let [calm, round] = [0, 0]; calm < 2 && round < MOST_ROUNDS; round++) {
    await act(async () => {
      await vi.dynamicImportSettled()
      for (let count = 0; count < 4; count++) await turn()
      await vi.advanceTimersByTimeAsync(1)
    })
    calm = queryClient.isFetching() + queryClient.isMutating() === 0 ? calm + 1 : 0
  }
}

/** Waits until nothing happens any more; the clock of the page always goes on by as much. */
export async function settle(steps = STEPS): Promise<void> {
  await quiet()
  for (let step = 0; step < steps; step++) {
    await act(async () => void (await vi.advanceTimersByTimeAsync(STEP_MS)))
    await quiet()
  }
}

/** Presses a button or an entry, as with the keyboard. */
export async function press(target: Element): Promise<void> {
  act(() => {
    if (target instanceof HTMLElement) target.focus()
    fireEvent.click(target)
  })
  await settle()
}

export async function pressEscape(): Promise<void> {
  act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape', code: 'Escape' }))
  await settle()
}

const EDITOR = '[role="textbox"][contenteditable="true"]'

/** The fields that take a value in a part of the page. */
export const fieldsIn = (part: Element): Element[] =>
  [...part.querySelectorAll(`input, select, textarea, ${EDITOR}`)].filter(
    (field) => isShown(field) && !field.matches(':disabled, [readonly]:not([role="combobox"])'),
  )

const labelOf = (field: Element) =>
  [
    (field as HTMLInputElement).labels?.[0]?.textContent,
    field.getAttribute('aria-label'),
    field.getAttribute('placeholder'),
  ].join(' ')

const YEAR = NOW.getUTCFullYear()

/** What fields of these names and modes take, the first that fits. */
const TEXTS: readonly [name: RegExp, modes: readonly string[], text: (at: number) => string][] = [
  // What is to be repeated stands in the field before.
  [/^confirm /i, [], (at) => `typed ${at - 1}`],
  [/initial/i, [], () => 'T'],
  [/user id/i, [], (at) => `typed.${at}`],
  [/e-?mail/i, ['email'], (at) => `typed${at}@portal.test`],
  [/date|day|until|MM\//i, [], (at) => `12/${10 + (at % 20)}/${YEAR}`],
  [/phone|fax|mobile/i, ['tel'], (at) => `20655501${10 + at}`],
  [/address|url|https/i, ['url'], (at) => `https://typed${at}.test`],
  [/(?!)/, ['numeric', 'number'], (at) => String(5 + at)],
]

/** A value of its own for a text field, such as it takes. */
function textFor(field: Element, at: number): string {
  const label = labelOf(field)
  const modes = ['inputmode', 'type'].map((name) => field.getAttribute(name) ?? '')
  const fitting = TEXTS.find(([name, of]) => name.test(label) || of.some((mode) => modes.includes(mode)))
  return fitting?.[2](at) ?? `typed ${at}`
}

/** Gives a field another value than it has. */
export async function fill(field: Element, at: number): Promise<void> {
  act(() => (field as HTMLElement).focus())
  if (field instanceof HTMLSelectElement) {
    const other = [...field.options].findLast(({ selected, disabled }) => !selected && !disabled)
    if (other) act(() => void fireEvent.change(field, { target: { value: other.value } }))
  } else if (field.matches('[type="checkbox"], [type="radio"]')) {
    if (!(field as HTMLInputElement).checked) act(() => void fireEvent.click(field))
  } else if (field.getAttribute('role') === 'combobox') await choose(field as HTMLElement, at)
  else if (field.matches(EDITOR)) {
    const getData = (type: string) => (type === 'text/plain' ? textFor(field, at) : '')
    act(() => void fireEvent.paste(field, { clipboardData: { getData } }))
    act(() => void fireEvent.blur(field))
  } else {
    act(() => void fireEvent.change(field, { target: { value: textFor(field, at) } }))
    act(() => void fireEvent.blur(field))
  }
}

const offers = () => [...document.querySelectorAll('[role="option"]')].filter(isShown)

/** A search that offers a whole page is asked for the next one. */
async function offerMore(): Promise<void> {
  const all = offers()
  if (all.length <= pageAt(0).pageSize) return
  act(() => void fireEvent.click(all.at(-1) as Element))
  await settle(1)
}

/** Chooses the first entry that a search offers. */
async function choose(field: HTMLElement, at: number): Promise<void> {
  act(() => void fireEvent.click(field))
  await settle(1)
  await offerMore()
  const options = offers()
  const option = options.find((one) => one.getAttribute('aria-selected') !== 'true') ?? options[0]
  if (option) act(() => void fireEvent.click(option))
  else if (field instanceof HTMLInputElement)
    act(() => void fireEvent.change(field, { target: { value: textFor(field, at) } }))
  await settle(1)
  act(() => void fireEvent.blur(field))
}
