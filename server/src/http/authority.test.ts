import { describe, expect, test } from 'vitest'
import { adminScope, mayManageUser } from './authority.ts'
import type { Authority, Caller } from './caller.ts'

const plain: Authority = {
  userId: 1,
  clientId: 10,
  isInternal: false,
  isPortalAdmin: false,
  adminSystemIds: [],
  pageIds: [],
  maySignOnAs: false,
  isUsAssociate: false,
}
const people = {
  'a user': plain,
  'a user of another employer': { ...plain, clientId: 20 },
  'an internal user': { ...plain, clientId: 1, isInternal: true },
  'an administrator of one employer': { ...plain, pageIds: [1] },
  'an administrator of a system': { ...plain, adminSystemIds: [100] },
  'an internal administrator': { ...plain, clientId: 1, isInternal: true, pageIds: [1] },
  'an internal administrator of a system': {
    ...plain,
    clientId: 1,
    isInternal: true,
    pageIds: [1],
    adminSystemIds: [100],
  },
  'a portal administrator': { ...plain, clientId: 1, isInternal: true, isPortalAdmin: true, adminSystemIds: [2] },
} as const satisfies Record<string, Authority>
type Person = keyof typeof people

/** The users that each may act on; all others are refused. */
const allowed: Record<Person, readonly Person[]> = {
  'a user': ['a user'],
  'a user of another employer': ['a user of another employer'],
  'an internal user': ['a user', 'a user of another employer', 'an internal user'],
  'an administrator of one employer': ['a user', 'an administrator of one employer'],
  'an administrator of a system': ['a user', 'an administrator of a system'],
  'an internal administrator': [
    'a user',
    'a user of another employer',
    'an internal user',
    'an administrator of one employer',
    'an internal administrator',
  ],
  'an internal administrator of a system': [
    'a user',
    'a user of another employer',
    'an internal user',
    'an administrator of one employer',
    'an administrator of a system',
    'an internal administrator',
    'an internal administrator of a system',
  ],
  'a portal administrator': Object.keys(people) as Person[],
}

describe('who may act on whom (decision E4)', () => {
  const names = Object.keys(people) as Person[]
  test.each(names.flatMap((actor) => names.map((target) => [actor, target] as const)))('%s on %s', (actor, target) => {
    expect(mayManageUser(people[actor], people[target])).toBe(allowed[actor].includes(target))
  })
})

test('an administrator without the right to sign on as others acts on no user who has it (E4, E6)', () => {
  const internal = { ...people['an internal administrator'] }
  const signsOn = { ...internal, maySignOnAs: true }
  expect([mayManageUser(internal, signsOn), mayManageUser(signsOn, internal)]).toEqual([false, true])
  expect(mayManageUser(signsOn, signsOn)).toBe(true)
})

test('the scope of an internal administrator is everyone, of an external one the own employer (E4)', () => {
  const scopeOf = (isInternal: boolean) => adminScope({ user: { isInternal, clientId: 7 } } as Caller)
  expect([scopeOf(true), scopeOf(false)]).toEqual([{ kind: 'everything' }, { kind: 'client', clientId: 7 }])
})
