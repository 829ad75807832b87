import { beforeEach, expect, test } from 'vitest'
import { forgetVisited, noteVisited, visitedAddresses } from './visited-addresses.ts'

beforeEach(forgetVisited)

test('what I open again comes first, and is named once', () => {
  for (const address of ['/users', '/audit', '/users', '/files', '/audit']) noteVisited(address)
  expect(visitedAddresses()).toEqual(['/audit', '/files', '/users'])
})

test('the twenty addresses that I opened last are kept', () => {
  for (let number = 1; number <= 21; number++) noteVisited(`/page/${number}`)
  expect(visitedAddresses()).toHaveLength(20)
  expect([visitedAddresses().at(0), visitedAddresses().at(-1)]).toEqual(['/page/21', '/page/2'])
})
