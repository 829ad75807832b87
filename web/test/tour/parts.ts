/** What a list repeats. */
export const ROW = 'tbody tr, ul > li, ol > li'

const DIALOG = '[role="dialog"], [role="alertdialog"]'

/** The dialog on top. */
export const topDialog = (): Element | undefined => [...document.querySelectorAll(DIALOG)].at(-1)

/** The open menu. */
export const openMenu = (): Element | null => document.querySelector('[role="menu"]')

export const nameOf = (element: Element): string =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

/** The same button in another row is named alike but for numbers: samples are numbered. */
export const kindOf = (name: string): string => name.replaceAll(/\d+/g, '')

/** True where nothing around an element hides it. */
export function isShown(element: Element): boolean {
  for (let around: Element | null = element; around; around = around.parentElement)
    if (around.hasAttribute('hidden') || around.getAttribute('aria-hidden') === 'true') return false
  return true
}

export const isAvailable = (button: Element): boolean =>
  isShown(button) && !button.matches(':disabled, [aria-disabled="true"]')

/** Calendars, the editor's buttons and what every list has have tests of their own. */
export const isOfKit = (button: Element): boolean =>
  button.closest('[role="toolbar"]') !== null || /^(?:Columns|Saved filters|Open the calendar)$/.test(nameOf(button))

/** What sends a dialog: its form, or else its last button that does not close it. */
export function submitIn(dialog: Element | undefined): Element | undefined {
  const buttons = [...(dialog?.querySelectorAll('button') ?? [])].filter(isAvailable)
  return (
    buttons.findLast((one) => one.getAttribute('type') === 'submit') ??
    buttons.findLast((one) => !/^(Close|Cancel)$/.test(nameOf(one)))
  )
}
