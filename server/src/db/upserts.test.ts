import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { columnsKept } from '../../test/upserts.ts'
import { declaredStatements } from './statement.ts'

const sources = path.join(import.meta.dirname, '..')
const statementModules = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /^areas\/.*\.ts$/.test(file) && !/\.test\.ts$|(^|\/)test\//.test(file))

/** What a row keeps that is there already, each with the reason. */
const kept: Readonly<Record<string, string>> = {
  'audit: add redactions: audit_redactions.seal_hash': 'the seal of an event never changes',
  'openid-provider: insert application sessions: application_sessions.session_index':
    'an application keeps the name by which it knows the session',
  'single-sign-on: open session: application_sessions.session_index':
    'an application keeps the name by which it knows the session',
  'upsert provider state: oidc_state.grant_id': 'an id is of one grant for good',
  'upsert provider state: oidc_state.uid': 'an id has one further name for good',
}

test('a row that is written again gets every value that a new one gets, unless there is a reason', async () => {
  for (const file of statementModules) await import(path.join(sources, file))
  const found = declaredStatements().flatMap(columnsKept)
  expect(found.map(({ statement, table, column }) => `${statement}: ${table}.${column}`).toSorted()).toEqual(
    Object.keys(kept).toSorted(),
  )
})

test('a value that a statement keeps is found, behind functions and conditions too', () => {
  const text = `
    with gone as (delete from former returning id)
    insert into kept as known (id, one, two, three, four) select id, $1, $2, $3, $4 from gone
    on conflict (id) where not is_gone do update
       set one = coalesce(excluded.one, known.one), three = case when known.two = 1 then 1 else 2 end
     where known.four = 4 returning id`
  expect(columnsKept({ name: 'planted', text })).toEqual([
    { statement: 'planted', table: 'kept', column: 'two' },
    { statement: 'planted', table: 'kept', column: 'four' },
  ])
  expect(
    columnsKept({ name: 'planted', text: 'insert into kept (id, one) values (1, 2) on conflict do nothing' }),
  ).toEqual([])
})
