import { expect, test } from 'vitest'
import { fittingCount } from './use-fitting-count.ts'

/** Three buttons of 100 px and a menu of 50, with 10 between them. */
const edges = [100, 210, 320, 380]

test.each([
  [320, 3],
  [319, 2],
  [270, 2],
  [269, 1],
  [159, 0],
  [20, 0],
])('in %i px there is room for %i buttons, and for the menu of the others', (room, count) => {
  expect(fittingCount(edges, room)).toBe(count)
})
