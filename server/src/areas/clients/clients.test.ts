import { listBrandedClients } from '@portico/contract/branding/client-branding.ts'
import { addClient } from '@portico/contract/clients/clients.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import type { Portal } from '../../../test/portal.ts'

let portal: Portal
let admin: MadeUser
let browser: Browser
beforeAll(async () => {
  ;({ portal, admin, browser } = await startWithAdmin(['Client Settings']))
})
afterAll(() => portal.close())

const add = (body: object, by = browser) =>
  by.send(addClient, { params: { uid: by.userId }, body } as never) as Promise<{
    status: number
    code: string
    data: { clientId: number } & { field: string; message: string }[]
    message: string
  }>
const clients = () => portal.owner('select id, name, code from clients where not is_deleted order by id')
const fieldsOf = ({ data }: Awaited<ReturnType<typeof add>>) => data.map(({ field, message }) => `${field}: ${message}`)

describe('an administrator of the staff', () => {
  test('adds a client with its code, whose settings are then open, and the audit trail says who did', async () => {
    const answer = await add({ clientNm: '  Harbor   Freight ', clientCd: ' Harbor-1 ' })
    expect(answer).toMatchObject({ code: '200', message: 'Harbor Freight has been added.' })
    const { clientId } = answer.data
    expect(answer.data).toEqual({ clientId, clientNm: 'Harbor Freight', clientCd: 'Harbor-1' })
    const page = { params: { uid: browser.userId }, query: { nm: 'harbor' } }
    expect(await browser.call(listBrandedClients, page)).toMatchObject([{ clientId, clientNm: 'Harbor Freight' }])
    expect(
      await portal.owner(
        `select actor_user_id, client_id, target_id, before, after from audit_events where event = 'client_added'`,
      ),
    ).toEqual([
      {
        actor_user_id: admin.id,
        client_id: clientId,
        target_id: String(clientId),
        before: null,
        after: { name: 'Harbor Freight', code: 'Harbor-1' },
      },
    ])
  })

  test('adds a client without a code', async () => {
    for (const [name, clientCd] of Object.entries({ Alpha: undefined, Beta: null, Gamma: ' ' }))
      expect(await add({ clientNm: name, ...(clientCd === undefined ? {} : { clientCd }) })).toMatchObject({
        code: '200',
        data: { clientNm: name, clientCd: null },
      })
  })

  test.each([
    ['no name', { clientNm: ' \u200b ' }, /^clientNm: /],
    ['a name of 101 characters', { clientNm: 'x'.repeat(101) }, /^clientNm: /],
    ['a code with a space', { clientNm: 'New', clientCd: 'a b' }, /^clientCd: Use letters, digits/],
    ['a code that begins with a hyphen', { clientNm: 'New', clientCd: '-a' }, /^clientCd: Use letters, digits/],
    ['a code of 51 characters', { clientNm: 'New', clientCd: 'x'.repeat(51) }, /^clientCd: /],
  ])('is refused %s at its field, and nothing is added', async (_, body, problem) => {
    const before = await clients()
    const answer = await add(body)
    expect(answer.code).toBe('422')
    expect(fieldsOf(answer)).toEqual([expect.stringMatching(problem)])
    expect(await clients()).toEqual(before)
  })

  test('is refused a name or a code that another client has, in whatever letters', async () => {
    await portal.make.client({ name: 'Örtel GmbH', code: 'Oertel' })
    await portal.make.client({ name: 'Gone Inc', code: 'gone', is_deleted: true })
    const before = await clients()
    expect(fieldsOf(await add({ clientNm: 'ÖRTEL GMBH' }))).toEqual([
      'clientNm: That text entered is taken, please try another',
    ])
    expect(fieldsOf(await add({ clientNm: 'Other', clientCd: 'oERTEL' }))).toEqual([
      'clientCd: That text entered is taken, please try another',
    ])
    expect(await clients()).toEqual(before)
    expect(await add({ clientNm: 'gone inc', clientCd: 'Gone' })).toMatchObject({ code: '200' })
  })

  test('adds one client of several with the same name or code at the same moment', async () => {
    const same = await Promise.all(Array.from({ length: 5 }, () => add({ clientNm: 'Twin' })))
    const codes = await Promise.all(
      ['A', 'B', 'C'].map((name) => add({ clientNm: `Code ${name}`, clientCd: 'shared' })),
    )
    expect(same.map(({ code }) => code).toSorted()).toEqual(['200', '422', '422', '422', '422'])
    expect(codes.map(({ code }) => code).toSorted()).toEqual(['200', '422', '422'])
  })
})

test('an external administrator with the page adds no client', async () => {
  const external = await portal.make.user()
  await portal.make.adminPages(external, ['Client Settings'])
  const before = await clients()
  expect(await add({ clientNm: 'Mine' }, await openSession(portal, external))).toMatchObject({ code: '403' })
  expect(await clients()).toEqual(before)
})
