import type { searchEmployers } from '@portico/contract/users/users.ts'
import { callPage } from '../api/call.ts'
import type { Lookup } from './LookupFilter.tsx'

/** The options of a filter that a call finds by text or id. */
export function callLookup(uid: number, endpoint: typeof searchEmployers): Lookup {
  const search = async (query: { text?: string; id?: number; offset?: number }, signal: AbortSignal) => {
    const { rows, total } = await callPage(endpoint, { params: { uid }, query }, signal)
    return { rows: rows.map(({ id, nameTxt }) => ({ value: String(id), label: nameTxt })), total }
  }
  return {
    name: endpoint.name,
    load: (text, offset, signal) => search({ text, offset }, signal),
    find: async (value, signal) => (await search({ id: Number(value) }, signal)).rows[0] ?? null,
  }
}
