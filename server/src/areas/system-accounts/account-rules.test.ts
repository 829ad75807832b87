import { ACCOUNT_NAME_MAX, SYSTEM_ACCOUNTS_MAX } from '@portico/contract/system-accounts/system-accounts.ts'
import { describe, expect, test } from 'vitest'
import {
  givesAccounts,
  type HeldAccount,
  identified,
  isSeen,
  planAccounts,
  type WantedAccount,
} from './account-rules.ts'

const allowed = { typeIds: [1, 2], clientIds: [7, 8] }
const held = (id: number, over: Partial<HeldAccount> = {}): HeldAccount => ({
  id,
  typeId: 1,
  name: `name${id}`,
  clientIds: [],
  isLocked: false,
  version: 1,
  ...over,
})
test('accounts are those that were seen while none was added, removed or changed', () => {
  const now = [held(1), held(2, { version: 3 })]
  const seen = (...pairs: [number, number][]) => isSeen(now, new Map(pairs))
  expect(seen([1, 1], [2, 3])).toBe(true)
  expect([seen([1, 1]), seen([1, 1], [2, 2]), seen([1, 1], [3, 3]), seen([1, 1], [2, 3], [3, 1])]).toEqual([
    false,
    false,
    false,
    false,
  ])
})

const wanted = (id: number | null, over: Partial<WantedAccount> = {}): WantedAccount => ({
  id,
  typeId: 1,
  name: id === null ? 'new' : `name${id}`,
  clientIds: [],
  ...over,
})
const plan = (has: readonly HeldAccount[], wants: readonly WantedAccount[]) => planAccounts(has, wants, allowed)

describe('an account without its id', () => {
  test('is known by its type and name, in any case (SACC-006)', () => {
    expect(identified([wanted(null, { name: ' NAME4 ' })], [held(3), held(4)])).toEqual([wanted(4, { name: 'NAME4' })])
    expect(identified([wanted(null, { name: 'name4', typeId: 2 })], [held(4)])).toEqual([
      wanted(null, { name: 'name4', typeId: 2 }),
    ])
  })

  test('is a new one where the account of that name is sent too', () => {
    const both = [wanted(4, { name: 'other' }), wanted(null, { name: 'name4' })]
    expect(identified(both, [held(4)])).toEqual(both)
  })

  test('keeps an id that is sent, with its name in one form', () => {
    expect(identified([wanted(4, { name: 'e\u0301 ' })], [held(4), held(5, { name: 'é' })])).toEqual([
      wanted(4, { name: 'é' }),
    ])
  })
})

describe('a save of accounts (decision E22)', () => {
  test('removes, changes and adds, and leaves alone what stays', () => {
    const has = [held(1), held(2), held(3), held(4, { clientIds: [7, 8] }), held(5), held(6, { clientIds: [7] })]
    const wants = [
      wanted(2, { name: 'renamed' }),
      wanted(3, { typeId: 2 }),
      wanted(4, { clientIds: [8, 7] }),
      wanted(5, { clientIds: [7] }),
      wanted(6, { clientIds: [8] }),
      wanted(null, { clientIds: [7] }),
    ]
    expect(plan(has, wants)).toEqual({
      removed: [held(1)],
      changed: [wants[0], wants[1], wants[3], wants[4]],
      added: [wants[5]],
    })
  })

  test('gives accounts unless it only takes some away', () => {
    const nothing = { removed: [held(1)], changed: [], added: [] }
    expect(givesAccounts(nothing)).toBe(false)
    expect(givesAccounts({ ...nothing, changed: [{ ...wanted(1), id: 1 }] })).toBe(true)
    expect(givesAccounts({ ...nothing, added: [wanted(null)] })).toBe(true)
  })

  test('has a limit', () => {
    const many = Array.from({ length: SYSTEM_ACCOUNTS_MAX + 1 }, (_, index) => wanted(null, { name: `n${index}` }))
    expect(plan([], many)).toEqual({ kind: 'too-many' })
    expect(plan([], many.slice(1))).toMatchObject({ added: many.slice(1) })
  })

  test.each([
    ['an empty name', { name: '' }, 'missing'],
    ['a name that is too long', { name: 'x'.repeat(ACCOUNT_NAME_MAX + 1) }, 'too-long'],
    ['a type of another system', { typeId: 3 }, 'type'],
    ['a client that is not the user’s', { clientIds: [7, 9] }, 'client'],
    ['a name that is in the list already', { name: 'NAME1' }, 'taken'],
  ])('refuses %s, at its place', (_what, over, kind) => {
    expect(plan([held(1)], [wanted(1), wanted(null, over), wanted(null, { name: '' })])).toEqual({ kind, index: 1 })
  })

  test('takes the longest name, one name under two types, and names that only capitals make the same', () => {
    const names = ['x'.repeat(ACCOUNT_NAME_MAX), 'new', 'ß', 'ss']
    const wants = [...names.map((name) => wanted(null, { name })), wanted(null, { typeId: 2 })]
    expect(plan([], wants)).toMatchObject({ added: wants })
  })

  test('keeps a client that an account served before, and gives it to no other account', () => {
    const has = [held(1, { clientIds: [9] }), held(2)]
    expect(plan(has, [wanted(1, { clientIds: [9] }), wanted(2)])).toMatchObject({ changed: [] })
    expect(plan(has, [wanted(1), wanted(2, { clientIds: [9] })])).toEqual({ kind: 'client', index: 1 })
  })

  test('refuses an id twice, and one that the user does not have', () => {
    expect(plan([held(1)], [wanted(1), wanted(1, { name: 'other' })])).toEqual({ kind: 'unknown' })
    expect(plan([held(1)], [wanted(1), wanted(2)])).toEqual({ kind: 'unknown' })
  })

  test('neither renames nor removes an account in use, but changes its clients (SACC-017)', () => {
    const has = [held(1, { isLocked: true }), held(2)]
    const both = (over: Partial<WantedAccount>) => [wanted(1, over), wanted(2, { name: 'renamed' })]
    expect(plan(has, [wanted(2)])).toEqual({ kind: 'locked' })
    expect(plan(has, both({ name: 'other' }))).toEqual({ kind: 'locked' })
    expect(plan(has, both({ typeId: 2 }))).toEqual({ kind: 'locked' })
    expect(plan(has, both({}))).toMatchObject({ changed: [{ id: 2 }] })
    expect(plan(has, both({ clientIds: [7] }))).toMatchObject({ changed: [{ id: 1 }, { id: 2 }] })
  })
})
