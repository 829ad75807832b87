import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../test/portal.ts'
import { refuse } from '../http/answers.ts'
import { sentences } from '../http/sentences.ts'
import { insertClient } from '../areas/clients/public.ts'
import { dbWithin } from './db-within.ts'
import { everything } from './scope.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const added = async () =>
  (await portal.owner(`select name::text from clients where name like 'Part%' order by 1`)).map(({ name }) => name)

test('a part that is refused is undone by itself, and the rest is committed together', async () => {
  await portal.database.jobs.transact(everything, async (tx) => {
    const db = dbWithin(tx)
    await db.transact(everything, (part) => insertClient(part, { name: 'Part one', code: null }))
    await db.transact(everything, async (part) => {
      await insertClient(part, { name: 'Part two', code: null })
      return refuse('404', sentences.not_found)
    })
    await db.transact(everything, (part) => insertClient(part, { name: 'Part three', code: null }))
    expect(await added()).toEqual([])
  })
  expect(await added()).toEqual(['Part one', 'Part three'])
})

test('a part cannot see less than its transaction', async () => {
  await portal.database.jobs.transact(everything, async (tx) => {
    const db = dbWithin(tx)
    expect(() => db.read({ kind: 'client', clientId: 1 }, () => Promise.resolve())).toThrow('the scope "client"')
    const own = db.transact({ kind: 'own', userId: 1, clientId: 1 }, () => Promise.resolve())
    await expect(own).rejects.toThrow('the scope "own"')
  })
})
