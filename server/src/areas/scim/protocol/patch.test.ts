import { describe, expect, test } from 'vitest'
import { ENTERPRISE, GROUP, patchOf, recorded } from '../../../../test/scim.ts'
import { patchGroup, patchUser } from './patch.ts'
import type { JsonObject } from './scim-schema.ts'

const person: JsonObject = {
  userName: 'a',
  active: true,
  name: { givenName: 'G', familyName: 'F' },
  emails: [
    { type: 'work', value: 'w', primary: true },
    { type: 'home', value: 'h' },
  ],
  [ENTERPRISE]: { department: 'D', manager: { value: 'm' } },
}

describe('an operation on a user changes what it names and nothing else', () => {
  test.each(recorded.patches.map(([operation, differs]) => [JSON.stringify(operation), operation, differs] as const))(
    '%s',
    (_name, operation, differs) => {
      const former = structuredClone(person)
      const wanted = Object.fromEntries(Object.entries({ ...person, ...differs }).filter(([, value]) => value !== null))
      expect(patchUser(person, patchOf(operation))).toEqual(wanted)
      expect(person).toEqual(former)
    },
  )
})

const steps = (...operations: JsonObject[]) => patchGroup({ displayName: 'G' }, patchOf(...operations)).steps

describe('members of a group', () => {
  test('are added and removed as sets, in every form that directories send', () => {
    expect(
      steps(
        { op: 'Add', path: 'members', value: 'a' },
        { op: 'add', value: { Members: [{ Value: 'b' }] } },
        { op: 'remove', path: 'members[value eq "c" or value eq "d"]' },
        { op: 'Remove', path: 'members', value: [{ value: 'e' }] },
      ),
    ).toEqual([
      { kind: 'add', ids: ['a', 'b'] },
      { kind: 'remove', ids: ['c', 'd', 'e'] },
    ])
  })

  test('are all replaced, or all removed', () => {
    expect(steps({ op: 'remove', path: 'members' }, { op: 'replace', path: `${GROUP}:members`, value: [] })).toEqual([
      { kind: 'replace', ids: [] },
    ])
  })

  test('change by one set however many operations name them, and the last one counts', () => {
    expect(
      steps(
        { op: 'add', path: 'members', value: ['a', 'b'] },
        { op: 'remove', path: 'members', value: ['b', 'c'] },
        { op: 'add', path: 'members', value: ['c'] },
      ),
    ).toEqual([
      { kind: 'add', ids: ['a', 'c'] },
      { kind: 'remove', ids: ['b'] },
    ])
    expect(
      steps(
        { op: 'remove', path: 'members', value: 'a' },
        { op: 'replace', value: { members: ['b'], Members: ['c', 'd'], MEMBERS: ['d', 'e'] } },
        { op: 'add', path: 'members', value: 'a' },
        { op: 'remove', path: 'members', value: 'e' },
      ),
    ).toEqual([{ kind: 'replace', ids: ['d', 'a'] }])
  })

  test('come with their own address, or that of a group', () => {
    const value = [
      { value: 'x', $ref: 'https://here.test/scim/v2/Users/x' },
      { value: 'y', $ref: 'https://here.test/scim/v2/Groups/y' },
    ]
    expect(steps({ op: 'add', path: 'members', value })).toEqual([{ kind: 'add', ids: ['x', 'group y'] }])
  })

  test.each([
    [{ op: 'remove', path: 'members[display eq "x"]' }, 'invalidFilter'],
    [{ op: 'replace', path: 'members[value eq "x"].value', value: 'y' }, 'mutability'],
    [{ op: 'replace', path: 'members.type', value: 'User' }, 'mutability'],
    [{ op: 'replace', path: 'members[value eq "x"]', value: { value: 'y' } }, 'mutability'],
    [{ op: 'remove', path: 'members[value eq "x"].display' }, 'mutability'],
    [{ op: 'add', path: 'members', value: [{ value: 'x', $ref: 'https://here.test/scim/v2/Users/y' }] }, 'mutability'],
    [{ op: 'replace', path: 'members' }, 'invalidValue'],
    [{ op: 'replace', path: 'members', value: [{ display: 'x' }] }, 'invalidValue'],
    [{ op: 'replace', path: 'members', value: [{ type: 'User' }] }, 'invalidValue'],
    [{ op: 'replace', path: 'members', value: [{ $ref: 'https://here.test/scim/v2/Users/y' }] }, 'invalidValue'],
  ])('%j is refused', (operation, scimType) => {
    expect(() => steps(operation)).toThrow(expect.objectContaining({ scimType }) as Error)
  })
})

describe('limits', () => {
  test('a PATCH has at most 1,000 operations', () => {
    const operation = { op: 'replace', path: 'title', value: 'x' }
    expect(() => patchUser(person, patchOf(...Array.from({ length: 1_001 }, () => operation)))).toThrow(
      'the list Operations must have 1 to 1000 operations',
    )
  })

  test('each key of a value without a path counts as an operation', () => {
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))
    const refusal = 'the list Operations must have 1 to 1000 operations'
    expect(() => patchUser(person, patchOf({ op: 'add', value: keys(1_001) }))).toThrow(refusal)
    const halves = [
      { op: 'add', value: keys(500) },
      { op: 'add', value: keys(500) },
    ]
    expect(patchUser(person, patchOf(...halves))).toEqual(person)
    expect(() => patchUser(person, patchOf(...halves, { op: 'add', path: 'title', value: 'x' }))).toThrow(refusal)
  })

  test('a list of a user has at most 50 values, also by many operations', () => {
    const operations = Array.from({ length: 49 }, (_, index) => ({
      op: 'add',
      path: 'emails',
      value: [{ value: `a${index}` }],
    }))
    expect(() => patchUser(person, patchOf(...operations))).toThrow('emails: at most 50 values')
  })

  test('a request names at most 20,000 members', () => {
    const value = Array.from({ length: 20_001 }, (_, index) => ({ value: String(index + 1) }))
    expect(() => steps({ op: 'add', path: 'members', value })).toThrow('members: at most 20000 values in a request')
  })
})
