import { listDirectoryRequests } from '@portico/contract/scim/directory-groups.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../../test/administrator.ts'
import type { Browser } from '../../../../test/browser.ts'
import type { Portal } from '../../../../test/portal.ts'
import { type Directory, newDirectory, patchOf, personOf } from '../../../../test/scim.ts'

let portal: Portal
let admin: Browser
let directory: Directory
let made = 0
beforeAll(async () => {
  ;({ portal, browser: admin } = await startWithAdmin())
})
afterAll(() => portal.close())
beforeEach(async () => {
  directory = await newDirectory(portal)
})

const requestsOf = ({ clientId }: Directory = directory) =>
  admin.call(listDirectoryRequests, { params: { uid: admin.userId, clientId }, query: {} })

describe('I read why a filter or path was refused, without its values', () => {
  test.each([
    ['mails[value eq "bea@example.test"].value', 'there is no attribute mails[value eq "…"].value'],
    ['bea@example.test', 'there is no attribute …'],
    ['emails[value ne "bea@example.test"].value', 'nothing matches emails[value ne "…"].value'],
    ['emails[type eq "work" bea@example.test].value', 'filter: word 4 does not belong there'],
    [
      'emails[value bea@example.test].value',
      'filter: an operator is missing: eq, ne, co, sw, ew, gt, ge, lt, le or pr',
    ],
  ])('%s', async (path, reason) => {
    const { body } = await directory.call('POST', '/Users', {
      ...personOf(`bea.${++made}`),
      emails: [{ value: 'bea@example.test' }],
    })
    const change = patchOf({ op: 'replace', path, value: 'new@example.test' })
    const { status } = await directory.call('PATCH', `/Users/${String(body['id'])}`, change)
    expect(status).toBe(400)
    expect((await requestsOf())[0]?.reasonTxt).toBe(reason)
    const stored = JSON.stringify(await portal.owner('select * from scim_requests'))
    expect(stored).not.toContain('@example.test')
  })

  test.each([
    'emails.value eq bea@example.test',
    'emails.value bea@example.test',
    'emails.value eq "x" bea@example.test',
    'emails[type eq "work"].bea@example.test eq "x"',
  ])('%s', async (filter) => {
    const { status } = await directory.call(
      'GET',
      `/Users?filter=${encodeURIComponent(filter)}&sortBy=bea@example.test`,
    )
    expect(status).toBe(400)
    const [request] = await requestsOf()
    expect(request?.reasonTxt).toContain('filter: ')
    expect(JSON.stringify(request)).not.toContain('@example.test')
  })
})

test.each([
  ['a character of no length', 'foo\0'],
  ['half of a character', 'foo\ud800'],
  ['half of a character in the place where a refusal is cut', `${'x'.repeat(477)}\u{1f600}`],
])('requests of other employers are kept beside one whose path has %s', async (_title, path) => {
  const other = await newDirectory(portal)
  const { body } = await directory.call('POST', '/Users', personOf(`bea.${++made}`))
  const change = patchOf({ op: 'replace', path, value: 'x' })
  await Promise.all([
    directory.call('PATCH', `/Users/${String(body['id'])}`, change),
    other.call('GET', '/Users?count=1'),
    other.call('GET', '/Users?count=2'),
  ])
  expect(await requestsOf(other)).toHaveLength(2)
  expect((await requestsOf())[0]).toMatchObject({ methodCd: 'PATCH', statusCd: 400 })
})
