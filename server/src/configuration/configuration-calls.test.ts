import { listApplications } from '@portico/contract/catalog/catalog.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { TOTAL_HEADER } from '@portico/contract/kit/headers.ts'
import { expect, test } from 'vitest'
import { Answer } from '../http/answers.ts'
import type { CallContext } from '../http/caller.ts'
import { type ErasedHandler, configurationCalls } from './configuration-calls.ts'

const by = {
  caller: {
    user: { id: 7, userName: 'conf.admin', isInternal: true },
    adminPages: () => Promise.resolve([{ id: 1, name: 'Application Settings' }]),
  },
} as unknown as CallContext
const rowsOfPage = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ pageId: from + at }))

/** Calls of a list of 62 rows in two pages, the second of which has these rows at each attempt. */
function listOf(secondPages: readonly object[][]) {
  let attempt = -1
  const handler = ({ query: { pageNo } }: { query: { pageNo: number } }) => {
    if (pageNo === 1) attempt++
    const rows = pageNo === 1 ? rowsOfPage(1, 60) : (secondPages[attempt] ?? [])
    return new Answer(rows, { headers: { [TOTAL_HEADER]: '62' } })
  }
  const calls = configurationCalls(new Map([[listApplications as Endpoint, handler as ErasedHandler]]), by)
  return calls.listAll(listApplications, { params: { uid: 7 } })
}

test('a list is read again where a row came twice, because another one moved between its pages', async () => {
  const rows = await listOf([rowsOfPage(60, 2), rowsOfPage(61, 1), rowsOfPage(61, 2)])
  expect(rows).toHaveLength(62)
})

test('a list that keeps changing is refused', async () => {
  await expect(listOf([[], rowsOfPage(60, 2), rowsOfPage(60, 3)])).rejects.toThrow(
    'The list of listApplications changed while it was read. Nothing was applied. Try again.',
  )
})
