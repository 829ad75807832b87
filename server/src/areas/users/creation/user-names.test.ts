import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { everything } from '../../../db/scope.ts'
import { run } from '../../../db/run.ts'
import { userNamesTaken } from './user-names.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

test('user names are looked up by the index, however many users there are', async () => {
  const client = await portal.make.client({ name: 'Harbor' })
  await portal.owner(
    `insert into users (user_name, first_name, last_name, email, client_id)
     select 'namesake' || n, 'Nan', 'Sake', 'n' || n || '@names.test', $1 from generate_series(1, 5000) n`,
    [client],
  )
  await portal.owner('analyze users')
  const plan = await portal.database.jobs.read(everything, (tx) =>
    run(tx, sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(userNamesTaken.replace('$1', `'{namesake7,nobody}'`))}`),
  )
  const text = plan.map((row) => row['QUERY PLAN']).join('\n')
  expect(text).toContain('users_by_user_name')
  expect(text).not.toContain('Seq Scan on users')
})
