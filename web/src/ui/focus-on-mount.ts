/** A `ref` for an element that replaces a focused control: it takes the focus and is announced. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()
