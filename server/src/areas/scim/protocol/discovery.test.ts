import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { type Directory, ENTERPRISE, GROUP, newDirectory, personOf, USER } from '../../../../test/scim.ts'

interface Described {
  name: string
  subAttributes?: Described[]
}

let portal: Portal
let directory: Directory
beforeAll(async () => {
  portal = await startPortal()
  directory = await newDirectory(portal)
})
afterAll(() => portal.close())

/** What the schema says of a part of an attribute. */
async function partOf(schema: string, attribute: string, part: string): Promise<Described | undefined> {
  const { body } = await directory.call('GET', `/Schemas/${schema}`)
  const found = (body['attributes'] as Described[]).find(({ name }) => name === attribute)
  return found?.subAttributes?.find(({ name }) => name === part)
}

test.each([
  [USER, 'User Account'],
  [GROUP, 'Group'],
  [ENTERPRISE, 'Enterprise User'],
])('%s has the description of the standard', async (schema, description) => {
  expect((await directory.call('GET', `/Schemas/${schema}`)).body).toMatchObject({ id: schema, description })
})

describe('a schema says of', () => {
  test.each([
    ['a member that only people are', GROUP, 'members', 'type', { canonicalValues: ['User'] }],
    ['a member whose kind stays', GROUP, 'members', 'type', { mutability: 'immutable' }],
    ['a member whose address stays', GROUP, 'members', '$ref', { mutability: 'immutable', referenceTypes: ['User'] }],
    ['a member who stays the same', GROUP, 'members', 'value', { mutability: 'immutable' }],
    ['the groups of a person that they are read', USER, 'groups', 'value', { mutability: 'readOnly' }],
    ['the groups of a person that they are groups', USER, 'groups', '$ref', { referenceTypes: ['Group'] }],
    ['a manager that it is a person', ENTERPRISE, 'manager', '$ref', { referenceTypes: ['User'] }],
    ['an address that it changes', USER, 'emails', 'value', { mutability: 'readWrite' }],
  ])('%s', async (_title, schema, attribute, part, said) => {
    expect(await partOf(schema, attribute, part)).toMatchObject(said)
  })
})

test('an extension without any of the wanted attributes is left out', async () => {
  const person = personOf('without.manager', { [ENTERPRISE]: { costCenter: '4711' } })
  const { body } = await directory.call('POST', '/Users?attributes=manager,userName', person)
  expect(body).toEqual({ schemas: [USER, ENTERPRISE], id: expect.any(String), userName: 'without.manager' })
})
