import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import { everything, type Scope } from '../../db/scope.ts'
import type { Tx, Db } from '../../db/database.ts'
import { freeUserNames, numberedNames, userNameBase } from '../users/public.ts'
import { checkRow, type Importer } from './import-check-rules.ts'
import { readKnowledge } from './import-lookups.ts'
import type { StoredImport } from './import-rows.ts'
import {
  listGivenRows,
  saveCheckedRows,
  noteRepeatedRows,
  listUnnamedRows,
  nameImportRows,
  namesUnusedInImport,
} from './import-row-store.ts'
import { endImportCheck, lockRun, noteImportProgress, setImportState } from './import-store.ts'
import { runFirst } from '../../db/run.ts'
import { int, statement, text } from '../../db/statement.ts'
import { readAdministrator, readAdministratorOfAct } from '../permissions/public.ts'
import type { Authority } from '../../http/caller.ts'
import { checkAccess, readGivable } from './check-access.ts'

/** Rows checked in one transaction. */
export const ROWS_CHECKED_AT_ONCE = 1_000
/** User names looked up at first for the rows of one name; each further time it is twice as many. */
const NAMES_AT_FIRST = 10

export interface ImportJobDeps {
  db: Db
  /** Whether a replica answers lists: the administrator misses none of the users in theirs. */
  hasReplica?: boolean
  /** The business time zone, in which last days end. */
  timeZone: string
  phones: PhoneNumbers
}

/** The administrator of an import, as they are now. */
export interface ImportOwner extends Importer {
  readonly id: number
  readonly clientId: number
  readonly scope: Scope
  readonly authority: Authority
}

const employerStatement = statement([int], {
  name: 'user-import: employer of the import',
  text: `
  select c.id, c.name::text as name
    from user_imports stored join clients c on c.id = stored.client_id where stored.id = $1`,
  row: { id: int, name: text },
})

/**
 * Returns the owner of an import; null where they may no longer add users, or no longer to the employer that they had.
 * While its users are created, an import stops as any act does: once they were locked, or their session was revoked.
 */
export async function readOwner(
  tx: Tx,
  { id, ownerId, sessionId, state }: Pick<StoredImport, 'id' | 'ownerId' | 'sessionId' | 'state'>,
): Promise<ImportOwner | null> {
  const [now, employer] = await Promise.all([
    state === 'creating'
      ? readAdministratorOfAct(tx, { ownerId, sessionId, passwordSince: null })
      : readAdministrator(tx, ownerId),
    runFirst(tx, employerStatement(id)),
  ])
  if (now === null || !now.pages.includes('User Administration') || !employer) return null
  const { isInternal, clientId, isPortalAdmin } = now.authority
  if (!isInternal && clientId !== employer.id) return null
  return {
    id: ownerId,
    clientId,
    isInternal,
    isPortalAdmin,
    ownEmployer: isInternal ? null : employer,
    scope: now.scope,
    authority: now.authority,
  }
}

/** Writes to an import; null, and writes nothing, where another run of its job has ended it meanwhile. */
type WriteImport = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result | null>

const writerOf =
  (db: Db, { id, state }: StoredImport): WriteImport =>
  (work) =>
    db.transact(everything, async (tx) => ((await lockRun(tx, id))?.state === state ? work(tx) : null))

/**
 * Checks every row of an import anew, a batch in a transaction; returns the number of rows with errors. May be stopped
 * and repeated at any time, and leaves an import as it is that another run has ended.
 */
export async function checkImport(
  { db, timeZone, phones }: ImportJobDeps,
  stored: StoredImport,
  owner: ImportOwner,
  signal: AbortSignal,
): Promise<number> {
  const { id, state } = stored
  const write = writerOf(db, stored)
  const onlyClientId = owner.ownEmployer?.id ?? null
  const givable = await db.read(everything, (tx) => readGivable(tx, owner.authority))
  const access = { authority: owner.authority, givable, timeZone }
  let after = 0
  let done = 0
  for (let count = ROWS_CHECKED_AT_ONCE; count === ROWS_CHECKED_AT_ONCE; done += count) {
    signal.throwIfAborted()
    const checkedCount = await write(async (tx) => {
      const rows = await listGivenRows(tx, id, after, ROWS_CHECKED_AT_ONCE)
      const known = await readKnowledge(tx, rows, onlyClientId)
      const checked = rows.map((row) => checkRow(row, known, { ...owner, phones }))
      saveCheckedRows(tx, id, await checkAccess(tx, access, rows, checked))
      after = rows.at(-1)?.row ?? after
      // While the users are created, the progress is that of their creation.
      if (state === 'checking') await noteImportProgress(tx, id, done + rows.length)
      return rows.length
    })
    count = checkedCount ?? 0
  }
  await write(async (tx) => noteRepeatedRows(tx, id))
  await proposeNames(write, id, signal)
  const errorCount = await write(async (tx) => {
    const errors = await endImportCheck(tx, id, state === 'creating' ? 'creating' : 'checked')
    if (errors > 0) await setImportState(tx, id, 'checked')
    return errors
  })
  return errorCount ?? 0
}

/** Gives every valid row without a user name the first free one, in the order of the file (decision E18). */
async function proposeNames(write: WriteImport, id: number, signal: AbortSignal): Promise<void> {
  for (let count = ROWS_CHECKED_AT_ONCE; count === ROWS_CHECKED_AT_ONCE;) {
    signal.throwIfAborted()
    const namedCount = await write(async (tx) => {
      const rows = await listUnnamedRows(tx, id, ROWS_CHECKED_AT_ONCE)
      const people = rows.map(({ row, details }) => ({ row, base: userNameBase(details) }))
      nameImportRows(tx, id, await chooseNames(tx, id, people))
      return rows.length
    })
    count = namedCount ?? 0
  }
}

interface UnnamedPerson {
  row: number
  base: string
}

/** Returns a free name for each: the rows of one name take the free ones in order. */
async function chooseNames(
  tx: Tx,
  id: number,
  people: readonly UnnamedPerson[],
): Promise<{ row: number; name: string }[]> {
  const chosen: { row: number; name: string }[] = []
  const used = new Set<string>()
  let open = people
  for (let from = 1, count = NAMES_AT_FIRST; open.length > 0; from += count, count *= 2) {
    const candidates = new Map(
      Array.from(new Set(open.map(({ base }) => base)), (base) => [
        base,
        numberedNames(base, from, count).toReversed(),
      ]),
    )
    const unused = await namesUnusedInImport(tx, id, [...new Set([...candidates.values()].flat())])
    const free = new Set(await freeUserNames(tx, unused))
    const rest: UnnamedPerson[] = []
    for (const person of open) {
      const names = candidates.get(person.base) ?? []
      let name = names.pop()
      while (name !== undefined && (!free.has(name) || used.has(name))) name = names.pop()
      if (name === undefined) rest.push(person)
      else {
        used.add(name)
        chosen.push({ row: person.row, name })
      }
    }
    open = rest
  }
  return chosen
}
