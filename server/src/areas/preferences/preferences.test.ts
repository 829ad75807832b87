import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  preferenceLists,
  SAVED_FILTER_NAME_MAX,
  SAVED_FILTERS_MAX,
} from '@portico/contract/preferences/preference-rules.ts'
import { getListPreferences, type SavedFilter, saveListPreferences } from '@portico/contract/preferences/preferences.ts'
import { run } from '../../db/run.ts'
import type { Scope } from '../../db/scope.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
let clerk: Browser

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  clerk = await openSession(portal, await portal.make.user())
})

type List = keyof typeof preferenceLists
const nothing = { savedFilters: [], hiddenColumns: [] }
const read = (browser: Browser, listNm: List = 'users') =>
  browser.call(getListPreferences, { params: { uid: browser.userId, listNm } })
const save = (
  browser: Browser,
  body: { savedFilters?: SavedFilter[]; hiddenColumns?: string[] },
  listNm: List = 'users',
) => browser.send(saveListPreferences, { params: { uid: browser.userId, listNm }, body })

const locked: SavedFilter = { nameTxt: 'Inactive in Lindqvist', filters: { status: 'inactive', employer: 5 } }
const named = (nameTxt: string): SavedFilter => ({ nameTxt, filters: { name: 'vera' } })
const refused = (field: string, message: string) => ({ status: 422, message, data: [{ field, message }] })

describe('my saved filters and hidden columns', () => {
  test('are kept for each list, and replaced as a whole', async () => {
    expect(await read(clerk)).toEqual(nothing)
    const first = { savedFilters: [locked, named('  Vera\t Lind ')], hiddenColumns: ['emailAddress', 'emailAddress'] }
    expect(await save(clerk, first)).toMatchObject({ status: 200, code: '200' })
    const kept = { savedFilters: [locked, named('Vera Lind')], hiddenColumns: ['emailAddress'] }
    expect(await read(clerk)).toEqual(kept)
    expect(await read(clerk, 'audit')).toEqual(nothing)
    await save(clerk, { savedFilters: [named('Other')] })
    expect(await read(clerk)).toEqual({ ...kept, savedFilters: [named('Other')] })
    await save(clerk, { hiddenColumns: [] })
    expect(await read(clerk)).toEqual({ savedFilters: [named('Other')], hiddenColumns: [] })
  })

  test('accept every filter and column of their list, and no other', async () => {
    for (const [list, { filters, columns }] of Object.entries(preferenceLists)) {
      const all = { nameTxt: 'All', filters: Object.fromEntries(filters.map((name) => [name, 'x'])) }
      const body = { savedFilters: [all], hiddenColumns: [...columns] }
      expect(await save(clerk, body, list as List)).toMatchObject({ status: 200 })
      expect(await read(clerk, list as List)).toEqual(body)
    }
    const message = 'This list doesn’t have such a filter or column.'
    const other = { nameTxt: 'Other', filters: { actor: 5 } }
    expect(await save(clerk, { savedFilters: [other] })).toMatchObject(refused('filters', message))
    expect(await save(clerk, { hiddenColumns: ['firstNm'] })).toMatchObject(refused('hiddenColumns', message))
    const path = saveListPreferences.path.replace('{uid}', String(clerk.userId))
    const nested = { savedFilters: [{ nameTxt: 'Nested', filters: { name: { deeper: 1 } } }] }
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(nested) }
    expect(await clerk.request('PUT', path.replace('{listNm}', 'users'), json)).toMatchObject({ status: 400 })
    expect(await clerk.request('GET', path.replace('{listNm}', 'documents'))).toMatchObject({ status: 400 })
    expect((await read(clerk)).savedFilters).toMatchObject([{ nameTxt: 'All' }])
  })

  test('have names of 1 to 60 characters, each once whatever its case', async () => {
    const longest = 'ä'.repeat(SAVED_FILTER_NAME_MAX)
    expect(await save(clerk, { savedFilters: [named(longest)] })).toMatchObject({ status: 200 })
    const tooLong = await save(clerk, { savedFilters: [named(`${longest}x`)] })
    expect(tooLong).toMatchObject({ status: 422, data: [{ field: 'nameTxt' }] })
    for (const empty of ['', ' \t', '\u200E'])
      expect(await save(clerk, { savedFilters: [named(empty)] })).toMatchObject(refused('nameTxt', 'Enter a name.'))
    expect(await save(clerk, { savedFilters: [named('Élodie'), named('e\u0301lodie ')] })).toMatchObject(
      refused('nameTxt', 'You already have a filter with this name. Choose another name.'),
    )
    expect((await read(clerk)).savedFilters).toEqual([named(longest)])
  })

  test('are at most 20 for a list, each of at most 2,000 bytes', async () => {
    const full = Array.from({ length: SAVED_FILTERS_MAX }, (_, index) => named(`Filter ${index}`))
    expect(await save(clerk, { savedFilters: full })).toMatchObject({ status: 200 })
    expect(await save(clerk, { savedFilters: [...full, named('One more')] })).toMatchObject(
      refused('savedFilters', 'You can save up to 20 filters for a list. Delete one before you save another.'),
    )
    // {"name":""} is 11 bytes, and 'é' is two.
    const sized = (bytes: number): SavedFilter => ({
      nameTxt: 'Long',
      filters: { name: `${'é'.repeat((bytes - 12) / 2)}x` },
    })
    expect(await save(clerk, { savedFilters: [sized(2_002)] })).toMatchObject(
      refused('filters', 'These filters are too long to save. Shorten them and try again.'),
    )
    expect((await read(clerk)).savedFilters).toEqual(full)
    expect(await save(clerk, { savedFilters: [sized(2_000)] })).toMatchObject({ status: 200 })
  })

  test('survive half a character, which is replaced', async () => {
    const half: SavedFilter = { nameTxt: 'Half \uD800', filters: { name: 'x\uDC00' } }
    expect(await save(clerk, { savedFilters: [half] })).toMatchObject({ status: 200 })
    expect((await read(clerk)).savedFilters).toEqual([{ nameTxt: 'Half \uFFFD', filters: { name: 'x\uFFFD' } }])
  })

  test('are mine alone: neither a colleague nor a transaction of my client sees them (S33)', async () => {
    await save(clerk, { savedFilters: [locked] })
    const colleague = await openSession(portal, await portal.make.user())
    expect(await read(colleague)).toEqual(nothing)
    await save(colleague, { savedFilters: [named('Mine')], hiddenColumns: ['employer'] })
    expect(await read(clerk)).toEqual({ savedFilters: [locked], hiddenColumns: [] })
    const foreign = { params: { uid: clerk.userId, listNm: 'users' as const } }
    expect(await colleague.send(saveListPreferences, { ...foreign, body: { savedFilters: [] } })).toMatchObject({
      status: 403,
    })
    expect(await read(clerk)).toEqual({ savedFilters: [locked], hiddenColumns: [] })
    const { clientId, id } = await portal.make.user()
    const scopes: Scope[] = [
      { kind: 'client', clientId },
      { kind: 'own', userId: id, clientId },
    ]
    for (const scope of scopes)
      expect(
        await portal.database.requests.read(scope, (tx) => run(tx, sql`select from list_preferences`)),
      ).toHaveLength(0)
    const intrusion = portal.database.requests.transact({ kind: 'own', userId: id, clientId }, (tx) =>
      run(tx, sql`insert into list_preferences (user_id, list_name) values (${clerk.userId}, 'audit')`),
    )
    await expect(intrusion).rejects.toThrow('row-level security')
  })

  test('go with the user', async () => {
    const user = await portal.make.user()
    const browser = await openSession(portal, user)
    await save(browser, { hiddenColumns: ['employer'] })
    const rows = () => portal.owner('select from list_preferences where user_id = $1', [user.id])
    expect(await rows()).toHaveLength(1)
    await portal.owner('delete from sessions where user_id = $1', [user.id])
    await portal.owner('delete from users where id = $1', [user.id])
    expect(await rows()).toHaveLength(0)
  })
})
