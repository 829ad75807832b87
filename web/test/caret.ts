import { onTestFinished } from 'vitest'

/** Gives the caret of an editor a place until the test ends: without a layout there is none to scroll to. */
export function placeCaret(): void {
  const place = { top: 0, left: 0, right: 0, bottom: 0, width: 0, height: 0 } as DOMRect
  const rects = Object.assign([], { item: () => null }) as unknown as DOMRectList
  Object.assign(Range.prototype, { getClientRects: () => rects, getBoundingClientRect: () => place })
  onTestFinished(() => {
    for (const name of ['getClientRects', 'getBoundingClientRect']) Reflect.deleteProperty(Range.prototype, name)
  })
}
