import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { definedRequirements, mentions, namedRequirements, proofsFile, proofsPage } from './requirements.ts'

it('every requirement that source, tests or documents name is defined in docs/requirements', () => {
  const defined = definedRequirements()
  expect(mentions().filter(({ id }) => !defined.has(id))).toEqual([])
})

it('a reader of a requirement finds the tests that name it', () => {
  expect(readFileSync(proofsFile, 'utf8'), 'run "npm run docs"').toBe(proofsPage())
})

it('ids are recognized alone, in ranges and in lists', () => {
  expect(namedRequirements('waits (UADM-008..010, S61b), decisions B1, B15 and D3; rule C1; paper A4, UTF-8')).toEqual([
    'UADM-008',
    'UADM-009',
    'UADM-010',
    'S61b',
    'B1',
    'B15',
    'D3',
    'C1',
  ])
})
