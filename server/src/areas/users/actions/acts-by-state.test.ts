import { isDeepStrictEqual } from 'node:util'
import { actOnUsers, type BulkAction, bulkActions } from '@portico/contract/users/user-actions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../../test/browser.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'

/** Each state of an account: its status, and whether an administrator has locked it. */
const states = {
  active: [1, false],
  'active, locked': [1, true],
  inactive: [2, false],
  'inactive, locked': [2, true],
  deleted: [3, false],
  'deleted, locked': [3, true],
} as const
type State = keyof typeof states
const allStates = Object.keys(states) as State[]

let portal: Portal
let portalAdmin: Browser
let delegated: Browser
let clientId: number

beforeAll(async () => {
  portal = await startPortal()
  clientId = await portal.make.client()
  portalAdmin = await adminOf(true)
  delegated = await adminOf(false)
})
afterAll(() => portal.close())

async function adminOf(administersPortal: boolean): Promise<Browser> {
  const user = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(user, ['User Administration'])
  await portal.owner('update user_system_grants set is_admin = $2 where user_id = $1', [user.id, administersPortal])
  return portal.as(user)
}

async function make(state: State): Promise<number> {
  const [status, isLocked] = states[state]
  const { id } = await portal.make.user({ client_id: clientId, status, previous_status: status === 1 ? null : 1 })
  if (isLocked) await portal.owner(`update user_sign_ins set locked_until = 'infinity' where user_id = $1`, [id])
  return id
}

async function stateOf(id: number): Promise<State | undefined> {
  const [row] = await portal.owner(
    `select status, locked_until is not null as "isLocked"
       from users join user_sign_ins on user_id = id where id = $1`,
    [id],
  )
  return allStates.find((state) => states[state][0] === row?.['status'] && states[state][1] === row['isLocked'])
}

/** All that an act could change of a user, or leave of one. */
const recordOf = async (id: number) => [
  await portal.owner('select * from users join user_sign_ins on user_id = id where id = $1', [id]),
  await portal.owner(`select id from audit_events where target_kind = 'user' and target_id = $1`, [String(id)]),
  await portal.owner('select id from outbox_mails where reader_id = $1', [id]),
]

interface Expectation {
  expectedStatus?: 1 | 2 | 3
  expectedLockFlg?: boolean
}

const act = (
  actionCd: BulkAction,
  userIds: number[],
  { admin = portalAdmin, ...expectation }: Expectation & { admin?: Browser } = {},
) => admin.call(actOnUsers, { params: { uid: admin.userId }, body: { actionCd, userIds, ...expectation } })

/** The state that each act leaves; where none is stated the act is refused. */
const leaves: Readonly<Record<BulkAction, Partial<Record<State, State>>>> = {
  resetPassword: {
    active: 'active',
    'active, locked': 'active',
    inactive: 'inactive',
    'inactive, locked': 'inactive',
  },
  delete: {
    active: 'deleted',
    'active, locked': 'deleted, locked',
    inactive: 'deleted',
    'inactive, locked': 'deleted, locked',
  },
  inactivate: { active: 'inactive', 'active, locked': 'inactive, locked' },
  reactivate: {
    inactive: 'active',
    'inactive, locked': 'active',
    deleted: 'active',
    'deleted, locked': 'active',
  },
  lock: {
    active: 'active, locked',
    'active, locked': 'active, locked',
    inactive: 'inactive, locked',
    'inactive, locked': 'inactive, locked',
  },
  unlock: {
    active: 'active',
    'active, locked': 'active',
    inactive: 'inactive',
    'inactive, locked': 'inactive',
  },
  endSessions: {
    active: 'active',
    'active, locked': 'active, locked',
    inactive: 'inactive',
    'inactive, locked': 'inactive, locked',
  },
}

const expectations: readonly Expectation[] = [{}, { expectedStatus: 1 }, { expectedStatus: 2 }, { expectedStatus: 3 }]

function codeFor(action: BulkAction, state: State, { expectedStatus }: Expectation): string {
  if (leaves[action][state] === undefined) return '422'
  return expectedStatus === undefined || expectedStatus === states[state][0] ? '200' : '409'
}

describe('an act on users in each state is done to those of the expected status and leaves the others as they are', () => {
  const cases = bulkActions.flatMap((action) =>
    expectations.map((expectation): [BulkAction, string, Expectation] => [
      action,
      JSON.stringify(expectation.expectedStatus ?? 'any'),
      expectation,
    ]),
  )
  test.each(cases)('%s, where the status is %s', async (action, _status, expectation) => {
    const ids = await Promise.all(allStates.map(make))
    const before = await Promise.all(ids.map(recordOf))
    const results = await act(action, ids, expectation)
    const after = await Promise.all(ids.map(recordOf))
    const left = await Promise.all(ids.map(stateOf))
    const found = allStates.map((state, index) => ({
      state,
      code: results[index]?.code,
      left: left[index],
      isUntouched: isDeepStrictEqual(before[index], after[index]),
    }))
    expect(found).toEqual(
      allStates.map((state) => {
        const code = codeFor(action, state, expectation)
        const leftState = code === '200' ? leaves[action][state] : state
        return { state, code, left: leftState, isUntouched: code !== '200' }
      }),
    )
  })
})

test('who does not administer the portal restores nobody, whatever status they expect (decision E2)', async () => {
  for (const expectation of expectations) {
    const ids = await Promise.all(allStates.map(make))
    const codes = (await act('reactivate', ids, { ...expectation, admin: delegated })).map(({ code }) => code)
    expect(codes.slice(4)).toEqual(['403', '403'])
    expect([await stateOf(ids[4] ?? 0), await stateOf(ids[5] ?? 0)]).toEqual(['deleted', 'deleted, locked'])
  }
})

/** Acts that have an undo, on a user in a state, with what the undo sends. */
const undone: Readonly<Record<string, readonly [BulkAction, State, BulkAction, Expectation]>> = {
  inactivate: ['inactivate', 'active', 'reactivate', { expectedStatus: 2, expectedLockFlg: false }],
  reactivate: ['reactivate', 'inactive', 'inactivate', { expectedStatus: 1, expectedLockFlg: false }],
  lock: ['lock', 'active', 'unlock', { expectedStatus: 1, expectedLockFlg: true }],
}

/** What another administrator does before the undo, with its answer for the user and the state that it leaves. */
const undoAfter: Readonly<Record<string, Readonly<Record<BulkAction | 'nothing', readonly [string, State]>>>> = {
  inactivate: {
    nothing: ['200', 'active'],
    resetPassword: ['200', 'active'],
    delete: ['409', 'deleted'],
    inactivate: ['200', 'active'],
    reactivate: ['422', 'active'],
    lock: ['409', 'inactive, locked'],
    unlock: ['200', 'active'],
    endSessions: ['200', 'active'],
  },
  reactivate: {
    nothing: ['200', 'inactive'],
    resetPassword: ['200', 'inactive'],
    delete: ['422', 'deleted'],
    inactivate: ['422', 'inactive'],
    reactivate: ['200', 'inactive'],
    lock: ['409', 'active, locked'],
    unlock: ['200', 'inactive'],
    endSessions: ['200', 'inactive'],
  },
  lock: {
    nothing: ['200', 'active'],
    resetPassword: ['409', 'active'],
    delete: ['422', 'deleted, locked'],
    inactivate: ['409', 'inactive, locked'],
    reactivate: ['200', 'active'],
    lock: ['200', 'active'],
    unlock: ['409', 'active'],
    endSessions: ['200', 'active'],
  },
}

describe('an undo gives a user back what the act has changed, and nothing where another administrator has changed that meanwhile', () => {
  const cases = Object.entries(undoAfter).flatMap(([name, after]) =>
    Object.entries(after).map(([between, result]) => [name, between as keyof typeof after, result] as const),
  )
  test.each(cases)('%s, then by somebody else: %s', async (name, between, [code, left]) => {
    const [action, state, opposite, expectation] = undone[name] as (typeof undone)[string]
    const id = await make(state)
    expect((await act(action, [id])).map((result) => result.code)).toEqual(['200'])
    if (between !== 'nothing') await act(between, [id], { admin: delegated })
    const before = await recordOf(id)
    const [result] = await act(opposite, [id], expectation)
    expect([result?.code, await stateOf(id)]).toEqual([code, left])
    expect(isDeepStrictEqual(await recordOf(id), before)).toBe(code !== '200')
  })
})
