import { CONTACT_CANDIDATES } from '@portico/contract/clients/client-contacts.ts'
import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { int, type RowOf, statement, text } from '../../db/statement.ts'

type Candidate = RowOf<typeof page>

const found = `
  users staff where staff.is_internal and staff.status = 1
    and ($1 = '' or strpos(staff.search_text, lower($1 collate "en-x-icu")) > 0)`

const page = statement([text, int], {
  name: 'contact: page',
  text: `
  select staff.id as "userId", staff.first_name as "firstNm", staff.last_name as "lastNm", staff.user_name::text as "userNm"
    from ${found} order by staff.last_name, staff.first_name, staff.id offset $2 limit ${CONTACT_CANDIDATES}`,
  row: { userId: int, firstNm: text, lastNm: text, userNm: text },
})

const readCandidatesStatement = statement([text], {
  name: 'contact: read candidates',
  text: `select count(*)::int as total from ${found}`,
  row: { total: int },
})

/** Active staff members whose name, user ID or email contains a keyword. */
export async function readCandidates(
  tx: Tx,
  { keyword = '', offset = 0 }: { keyword?: string | undefined; offset?: number | undefined },
): Promise<{ rows: Candidate[]; total: number }> {
  const word = keyword.trim().normalize('NFC')
  const [rows, [counted]] = await Promise.all([run(tx, page(word, offset)), run(tx, readCandidatesStatement(word))])
  return { rows, total: counted?.total ?? 0 }
}
