/** A `ref` for what takes the place of a control that had the focus: one goes on from here, and hears it. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()
