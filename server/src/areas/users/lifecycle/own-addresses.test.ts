import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { everything } from '../../../db/scope.ts'
import { run } from '../../../db/run.ts'
import { ownAddresses } from './erased-data.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

test('an erasure looks up by the index who else has an address, however many users there are', async () => {
  await portal.owner(
    `insert into users (user_name, first_name, last_name, email, client_id)
     select 'addressee' || n, 'Ada', 'Ressee', 'a' || n || '@addresses.test', $1 from generate_series(1, 5000) n`,
    [await portal.make.client()],
  )
  await portal.owner('analyze users')
  const statement = ownAddresses.replaceAll('$1', `'{1,2,3}'`)
  const plan = await portal.database.jobs.read(everything, (tx) =>
    run(tx, sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(statement)}`),
  )
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Cond: (email_folded')
})
