import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { KeyRing } from '../crypto/key-ring.ts'
import type { OwnerClient } from '../db/owner-connection.ts'
import { StartError } from '../start-error.ts'
import { parseJson } from '../parse-json.ts'

/** A user who was erased: by number, and by when the account was made, as a restored database may give numbers anew. */
export interface ErasedUser {
  user: number
  madeAt: string
}

const PURPOSE = 'list of erasures'
const shape = z.object({
  erased: z.array(z.object({ user: z.number().int(), madeAt: z.string() })),
  signature: z.string(),
})

/** Where the list is: beside the backups, because it has what was erased after each of them. */
export const erasureListBeside = (backup: string): string => path.join(path.dirname(backup), 'erasures.json')

/**
 * Null: there is no list.
 * @throws StartError for a list that is damaged, or signed by other keys
 */
export function readErasureList(file: string, keys: KeyRing): readonly ErasedUser[] | null {
  if (!existsSync(file)) return null
  const found = shape.safeParse(parseJson(readFileSync(file, 'utf8')))
  const key = found.data?.signature.split('.', 1)[0] ?? ''
  if (found.success && !keys.ids.includes(key))
    throw new StartError(
      `The list of erased users in ${file} is signed with the key ${key}, which PORTAL_SECRET_KEYS does not have: add it as a former key, because without the list users who were erased would be there again.`,
    )
  if (!found.success || !keys.verify(PURPOSE, JSON.stringify(found.data.erased), found.data.signature))
    throw new StartError(
      `The list of erased users in ${file} is damaged, or signed with other keys than those of this portal: bring back an intact one, because without it users who were erased would be there again.`,
    )
  return found.data.erased
}

/** Adds the users who are erased in a database to the list. */
export async function writeErasureList(file: string, keys: KeyRing, client: OwnerClient): Promise<void> {
  const { rows } = await client.query<{ user: number; madeAt: Date }>(
    'select id as "user", created_at as "madeAt" from users where status = 4 order by id',
  )
  const now = rows.map(({ user, madeAt }) => ({ user, madeAt: madeAt.toISOString() }))
  const isElsewhere = (one: ErasedUser) => !now.some(({ user, madeAt }) => user === one.user && madeAt === one.madeAt)
  const erased = [...(readErasureList(file, keys) ?? []).filter(isElsewhere), ...now]
  const list = { erased, signature: keys.sign(PURPOSE, JSON.stringify(erased)) }
  writeFileSync(`${file}.new`, `${JSON.stringify(list, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}
