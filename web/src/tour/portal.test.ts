import { expect, test } from 'vitest'
import { adminScreens, fileOf, frame, openPages, screenGroups, testPages, userPages } from '../../test/tour/screens.ts'

testPages(userPages)

test('every screen of the administration is in one of the tours', () => {
  const toursOf = (screen: (typeof adminScreens)[number]) =>
    Object.values(screenGroups).filter((has) => has(screen)).length
  const others = adminScreens.filter((screen) => toursOf(screen) !== 1)
  expect(others.map(({ address }) => address)).toEqual([])
})

test('every record is that of a screen', () => {
  const records = Object.keys(import.meta.glob('../../recorded/*.txt', { query: '?raw' }))
  const screens = [...adminScreens.map(({ address }) => address), ...userPages, ...openPages, frame]
  const files = new Set(screens.map((address) => `../../recorded/${fileOf(address)}.txt`))
  expect(records.filter((record) => !files.has(record))).toEqual([])
})
