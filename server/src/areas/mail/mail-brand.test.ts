import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { everything } from '../../db/scope.ts'
import { run } from '../../db/run.ts'
import { mailBrandColumns, mailBrandJoins } from './mail-brand.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

test('the language of who reads a mail is looked up by the index of addresses, however many users there are', async () => {
  await portal.owner(
    `insert into users (user_name, first_name, last_name, email, client_id)
     select 'reader' || n, 'Ada', 'Reader', 'r' || n || '@readers.test', $1 from generate_series(1, 5000) n`,
    [await portal.make.client()],
  )
  await portal.owner('analyze users')
  const mails = `explain select ${mailBrandColumns} from outbox_mails mail ${mailBrandJoins}`
  const plan = await portal.database.jobs.read(everything, (tx) =>
    run(tx, sql<{ 'QUERY PLAN': string }>`${sql.raw(mails)}`),
  )
  const text = plan.map((row) => row['QUERY PLAN']).join('\n')
  expect(text).toContain('Index Cond: (email_folded')
  expect(text).not.toContain('Seq Scan on users')
})
