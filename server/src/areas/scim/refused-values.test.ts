import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { type Directory, groupOf, message, newDirectory, patchOf, personOf } from '../../../test/scim.ts'

let portal: Portal
let directory: Directory
let person: string

beforeAll(async () => {
  portal = await startPortal()
  directory = await newDirectory(portal)
  person = String((await directory.call('POST', '/Users', personOf('member'))).body['id'])
})
afterAll(() => portal.close())

const noText = { toString: 1 }
const longAddress = `${'ä'.repeat(1_012)}@example.com`

describe('is refused with a sentence', () => {
  test.each([
    ['active that is an object', 'POST', '/Users', personOf('someone', { active: noText }), 'active must be'],
    [
      'a count that is an object',
      'POST',
      '/Users/.search',
      { schemas: [message('SearchRequest')], count: noText },
      'count:',
    ],
    ['a date before the year 1', 'GET', '/Users?filter=meta.created gt "0000-01-01T00:00:00Z"', undefined, 'created'],
    [
      'a date after the year 9999',
      'GET',
      '/Users?filter=meta.created lt "%2B010000-01-01T00:00:00Z"',
      undefined,
      'created',
    ],
    [
      'an address of 1,024 characters',
      'POST',
      '/Users',
      personOf('someone', { emails: [{ value: 'someone@example.com', primary: true }, { value: longAddress }] }),
      'emails.value must have at most 255 characters',
    ],
  ])('%s', async (_title, method, path, body, detail) => {
    const answer = await directory.call(method, path, body)
    expect(answer.body).toMatchObject({ status: '400' })
    expect(answer.body['detail']).toContain(detail)
  })
})

describe('a group within a group', () => {
  const asType = () => ({ value: person, type: 'Group' })
  const asAddress = () => ({ value: person, $ref: `https://portal.example.com/scim/v2/Groups/${person}` })

  test.each([
    ['by its type', asType],
    ['by its address', asAddress],
  ])('%s adds and removes nobody with the same number', async (_title, other) => {
    const made = await directory.call('POST', '/Groups', groupOf(`Team ${_title}`, { members: [other()] }))
    expect(made.body['members']).toEqual([])
    const address = `/Groups/${String(made.body['id'])}`
    const members = async () => (await directory.call('GET', address)).body['members']
    await directory.call('PATCH', address, patchOf({ op: 'add', path: 'members', value: [other()] }))
    expect(await members()).toEqual([])
    const user = { value: person, type: 'User', $ref: `../Users/${person}` }
    await directory.call('PATCH', address, patchOf({ op: 'add', path: 'members', value: [user] }))
    await directory.call('PATCH', address, patchOf({ op: 'remove', path: 'members', value: [other()] }))
    expect(await members()).toMatchObject([{ value: person }])
  })
})
