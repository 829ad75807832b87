import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, cloneDatabase, type TestDatabase } from '../../test/database.ts'
import { agePurges } from './age-purges.ts'

let clone: TestDatabase
beforeAll(async () => {
  clone = await cloneDatabase()
})
afterAll(() => clone.drop())

/** Tables that grow with what people do, and lose rows every night. */
const tables = [...agePurges.map(({ table }) => table), 'outbox_mails', 'provider_sessions', 'documents']

test('an operator with millions of rows: what a purge deletes is looked for by an index in every table that names it', async () => {
  const { rows } = await asOwner(
    clone,
    `select reference.conrelid::regclass::text || '.' || field.attname as without_index
       from pg_constraint reference
       join pg_attribute field on field.attrelid = reference.conrelid and field.attnum = reference.conkey[1]
      where reference.contype = 'f'
        and reference.confrelid = any ((select array_agg(name::regclass::oid) from unnest($1::text[]) name)::oid[])
        and not exists (
          select from pg_index index
           where index.indrelid = reference.conrelid and index.indkey[0] = reference.conkey[1]
             and (index.indpred is null
               or pg_get_expr(index.indpred, index.indrelid) = format('(%I IS NOT NULL)', field.attname)))
      order by 1`,
    [tables],
  )
  expect(rows).toEqual([])
})
