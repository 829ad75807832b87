import { act, fireEvent } from '@testing-library/react'
import { vi } from 'vitest'
import { queryClient } from '../../src/api/query.ts'
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

/** The fields that take a value in a part of the page. */
export const fieldsIn = (part: Element): Element[] =>
  [...part.querySelectorAll('input, select, textarea')].filter(
    (field) => isShown(field) && !field.matches(':disabled, [readonly]:not([role="combobox"])'),
  )

const labelOf = (field: Element) =>
  [
    (field as HTMLInputElement).labels?.[0]?.textContent,
    field.getAttribute('aria-label'),
    field.getAttribute('placeholder'),
  ].join(' ')

const YEAR = NOW.getUTCFullYear()

/** A value of its own for a text field, such as it takes. */
function textFor(field: Element, at: number): string {
  const label = labelOf(field)
  const mode = field.getAttribute('inputmode')
  if (/e-?mail/i.test(label) || mode === 'email') return `typed${at}@portal.test`
  if (/date|day|until|MM\//i.test(label)) return `12/${10 + (at % 20)}/${YEAR}`
  if (/phone|fax|mobile/i.test(label) || mode === 'tel') return `20655501${10 + at}`
  if (/address|url|https/i.test(label) || mode === 'url') return `https://typed${at}.test`
  if (mode === 'numeric' || field.getAttribute('type') === 'number') return String(5 + at)
  return `typed ${at}`
}

/** Gives a field another value than it has. */
export async function fill(field: Element, at: number): Promise<void> {
  if (field instanceof HTMLSelectElement) {
    const other = [...field.options].findLast(({ selected, disabled }) => !selected && !disabled)
    if (other) act(() => void fireEvent.change(field, { target: { value: other.value } }))
  } else if (field.matches('[type="checkbox"], [type="radio"]')) {
    if (!(field as HTMLInputElement).checked) act(() => void fireEvent.click(field))
  } else if (field.getAttribute('role') === 'combobox') await choose(field as HTMLElement, at)
  else {
    act(() => (field as HTMLElement).focus())
    act(() => void fireEvent.change(field, { target: { value: textFor(field, at) } }))
    act(() => void fireEvent.blur(field))
  }
}

/** Chooses the first entry that a search offers. */
async function choose(field: HTMLElement, at: number): Promise<void> {
  act(() => field.focus())
  act(() => void fireEvent.click(field))
  await settle(1)
  const options = [...document.querySelectorAll('[role="option"]')].filter(isShown)
  const option = options.find((one) => one.getAttribute('aria-selected') !== 'true') ?? options[0]
  if (option) act(() => void fireEvent.click(option))
  else if (field instanceof HTMLInputElement)
    act(() => void fireEvent.change(field, { target: { value: textFor(field, at) } }))
  await settle(1)
  act(() => void fireEvent.blur(field))
}
