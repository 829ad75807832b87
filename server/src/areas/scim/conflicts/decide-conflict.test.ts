import { decideDirectoryConflict, listDirectoryConflicts } from '@portico/contract/scim/directory-groups.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWithAdmin } from '../../../../test/administrator.ts'
import type { Browser } from '../../../../test/browser.ts'
import { openSession } from '../../../../test/guards/people.ts'
import { noteConflict, ProvisioningConflict } from '../users/conflict-store.ts'
import type { Portal } from '../../../../test/portal.ts'
import { type Directory, newDirectory, personOf } from '../../../../test/scim.ts'

let portal: Portal
let staff: Browser
let directory: Directory
let count = 0

beforeAll(async () => {
  ;({ portal, browser: staff } = await startWithAdmin())
})
afterAll(() => portal.close())
beforeEach(async () => {
  directory = await newDirectory(portal)
  count++
})

const named = (name: string) => `${name}${count}`

const employee = (columns: object = {}) =>
  portal.make.user({ client_id: directory.clientId, user_name: named('colleague'), ...columns })

const push = (externalId: string, userName = named('colleague'), more: Record<string, unknown> = {}) =>
  directory.call('POST', '/Users', personOf(userName, { externalId, ...more }))

const conflicts = (by = staff) =>
  by.call(listDirectoryConflicts, { params: { uid: by.userId, clientId: directory.clientId } })

async function decide(decisionCd: 'link' | 'refuse' | 'none', userId: number | null = null, by = staff) {
  const [conflict] = await conflicts(staff)
  const params = { uid: by.userId, clientId: directory.clientId, conflictId: conflict?.conflictId ?? 0 }
  return by.send(decideDirectoryConflict, { params, body: { decisionCd, userId } })
}

const linkedTo = async () =>
  (await portal.owner('select user_id as id from scim_users where client_id = $1', [directory.clientId])).map(
    ({ id }) => id,
  )

const decisions = () =>
  portal.owner(
    `select before, after from audit_events where event = 'directory_conflict_decided' and client_id = $1 order by id`,
    [directory.clientId],
  )

/** An account that administers an application, which no directory gets by itself. */
async function administrator() {
  const user = await employee()
  await portal.make.grant(user, { systemId: await portal.make.system(), isAdmin: true })
  return user
}

test('I link an account that administers an application, and the next try of the directory gets it', async () => {
  const user = await administrator()
  const { email } = (await portal.owner('select email from users where id = $1', [user.id]))[0] ?? {}
  const emails = [{ value: email, type: 'work' }]
  expect((await push('x-1', undefined, { emails })).status).toBe(409)
  expect((await conflicts())[0]).toMatchObject({
    accounts: [{ userId: user.id, accountNm: user.userName }],
    decisionCd: null,
  })
  expect((await decide('link', user.id)).status).toBe(200)
  expect((await conflicts())[0]).toMatchObject({
    decisionCd: 'link',
    linkUserId: user.id,
    decidedByNm: expect.any(String),
    decidedDt: expect.any(Date),
  })
  expect((await push('another', undefined, { emails })).status).toBe(409)
  expect((await conflicts())[0]?.decisionCd).toBe(null)
  await push('x-1', undefined, { emails })
  await decide('link', user.id)
  expect((await push('x-1', undefined, { emails })).status).toBe(201)
  expect(await linkedTo()).toEqual([user.id])
  expect(await conflicts()).toEqual([])
})

test('an account that was given a right after I chose it is not linked, and waits for another decision', async () => {
  const user = await administrator()
  const { email } = (await portal.owner('select email from users where id = $1', [user.id]))[0] ?? {}
  const emails = [{ value: email, type: 'work' }]
  await push('x-1', undefined, { emails })
  await decide('link', user.id)
  await portal.make.grant(user, { systemId: await portal.make.system(), isAdmin: true })
  expect((await push('x-1', undefined, { emails })).status).toBe(409)
  expect((await conflicts())[0]).toMatchObject({ reasonCd: 'administrator', decisionCd: null })
  expect(await linkedTo()).toEqual([])
  await decide('link', user.id)
  expect((await push('x-1', undefined, { emails })).status).toBe(201)
  expect(await linkedTo()).toEqual([user.id])
})

test('an account that was deleted after I chose it is none of those that I am shown, and the next try is refused', async () => {
  const user = await administrator()
  await push('x-1')
  await decide('link', user.id)
  await portal.owner('update users set status = 3 where id = $1', [user.id])
  expect((await conflicts())[0]).toMatchObject({ decisionCd: 'link', linkUserId: user.id, accounts: [] })
  expect((await push('x-1')).status).toBe(409)
  expect((await conflicts())[0]).toMatchObject({ reasonCd: 'deleted', decisionCd: null })
})

test('a link that the directory’s own values forbid is a conflict again, which I see', async () => {
  const user = await administrator()
  await push('x-1')
  await decide('link', user.id)
  const emails = [{ value: 'another@example.test', type: 'work' }]
  const { status, body } = await push('x-1', undefined, { emails })
  expect([status, String(body['detail'])]).toEqual([403, expect.stringContaining('emails')])
  expect((await conflicts())[0]).toMatchObject({
    reasonCd: 'administrator',
    decisionCd: null,
    attemptCnt: 2,
    decidedByNm: null,
    decidedDt: null,
    accounts: [{ userId: user.id }],
  })
})

test('a link that I choose while the directory tries stays for its next try', async () => {
  const user = await administrator()
  await push('x-1')
  await decide('link', user.id)
  const refused = { userName: named('colleague'), externalId: 'x-1' }
  const note = (triedUserId: number | null) =>
    portal.database.requests.transact({ kind: 'client', clientId: directory.clientId }, async (tx) =>
      noteConflict(
        tx,
        directory.clientId,
        { ...refused, triedUserId },
        new ProvisioningConflict('administrator', user.id),
      ),
    )
  await note(null)
  expect((await conflicts())[0]).toMatchObject({
    decisionCd: 'link',
    linkUserId: user.id,
    decidedByNm: expect.any(String),
  })
  await note(user.id)
  expect((await conflicts())[0]).toMatchObject({ decisionCd: null, linkUserId: null, decidedByNm: null })
})

test('I link an account that was not in the way, and the next try of the directory gets it', async () => {
  const colleague = await employee({ user_name: named('elsewhere') })
  await portal.make.user({ user_name: named('taken') })
  expect((await push('x-1', named('taken'))).status).toBe(409)
  expect((await conflicts())[0]).toMatchObject({ reasonCd: 'name-taken', accounts: [] })
  expect((await decide('link', colleague.id)).status).toBe(200)
  expect((await conflicts())[0]).toMatchObject({
    linkUserId: colleague.id,
    accounts: [{ userId: colleague.id, accountNm: colleague.userName }],
  })
  expect((await push('x-1', named('taken'))).status).toBe(201)
  expect(await linkedTo()).toEqual([colleague.id])
})

test('I cannot link an account with rights that I lack, of another client, or none', async () => {
  const user = await administrator()
  await push('x-1')
  const own = await portal.make.user({ client_id: directory.clientId })
  await portal.make.adminPages(own, ['User Administration'])
  expect((await decide('link', user.id, await openSession(portal, own))).status).toBe(403)
  expect((await decide('link', (await portal.make.user()).id)).status).toBe(422)
  expect((await decide('link', null)).status).toBe(422)
  const other = await portal.make.user({ client_id: (await newDirectory(portal)).clientId })
  await portal.make.adminPages(other, ['User Administration'])
  expect((await decide('refuse', null, await openSession(portal, other))).status).toBe(404)
})

test('an account with pages of the administration needs a fresh sign-in', async () => {
  const user = await employee()
  await portal.make.adminPages(user, ['User Administration'])
  await push('x-1')
  await portal.owner(`update sessions set authenticated_at = authenticated_at - interval '1 hour' where user_id = $1`, [
    staff.userId,
  ])
  expect(await decide('link', user.id)).toMatchObject({ code: '401', data: { reauth: true } })
  await portal.owner(`update sessions set authenticated_at = now() where user_id = $1`, [staff.userId])
  expect((await decide('link', user.id)).status).toBe(200)
})

test('an account that got rights after I had chosen it is in the way again', async () => {
  const user = await administrator()
  await portal.owner('update user_system_grants set valid_to = now() where user_id = $1', [user.id])
  await portal.owner(
    `insert into scim_conflicts (client_id, user_name, external_id, user_id, reason) values ($1, $2, 'x-1', $3, 'administrator')`,
    [directory.clientId, user.userName, user.id],
  )
  expect((await decide('link', user.id)).status).toBe(200)
  await portal.make.grant(user, { systemId: await portal.make.system(), isAdmin: true })
  expect((await push('x-1')).status).toBe(409)
  expect((await conflicts())[0]).toMatchObject({ reasonCd: 'administrator', decisionCd: null })
})

test('of several accounts with an address I choose one', async () => {
  await portal.owner(`insert into client_domains (client_id, domain, is_confirmed) values ($1, $2, true)`, [
    directory.clientId,
    `several${count}.test`,
  ])
  const email = `ana@several${count}.test`
  const [first, second] = [await employee({ email }), await employee({ email, user_name: named('second') })]
  await push('x-1', email)
  expect((await conflicts())[0]?.accounts.map(({ userId }) => userId)).toEqual([first.id, second.id])
  await decide('link', second.id)
  expect((await push('x-1', email)).status).toBe(201)
  expect(await linkedTo()).toEqual([second.id])
})

test('an account whom the directory has deleted under another external id goes to the person whom I choose', async () => {
  const user = await employee()
  const { body } = await push('x-1')
  expect((await push('x-2')).status).toBe(409)
  await directory.call('DELETE', `/Users/${String(body['id'])}`)
  expect((await push('x-2')).status).toBe(409)
  await decide('link', user.id)
  expect((await push('x-2')).body).toMatchObject({ externalId: 'x-2', id: body['id'] })
})

test('an account that another person of the directory has stays theirs, whether it was in the way or not', async () => {
  const user = await employee({ email: `kim${count}@example.test` })
  await push('x-1')
  await portal.owner(
    `insert into scim_conflicts (client_id, user_name, external_id, user_id, reason) values ($1, 'kim', 'x-2', $2, 'other-person')`,
    [directory.clientId, user.id],
  )
  expect((await decide('link', user.id)).status).toBe(422)
  await portal.owner('update scim_conflicts set user_id = null where client_id = $1', [directory.clientId])
  expect((await decide('link', user.id)).status).toBe(422)
})

test('an account that was deleted has to be restored first', async () => {
  const user = await employee({ status: 3, previous_status: 1 })
  await push('x-1')
  expect((await conflicts())[0]).toMatchObject({ reasonCd: 'deleted', accounts: [] })
  expect((await decide('link', user.id)).status).toBe(422)
})

test('I refuse a person, the directory reads it with each try, and I withdraw it', async () => {
  await administrator()
  await push('x-1')
  expect((await decide('refuse')).status).toBe(200)
  for (const attempt of [2, 3]) {
    const { status, body } = await push('x-1')
    expect([status, body['detail']]).toEqual([409, 'userName: an administrator of the portal has refused this person'])
    expect((await conflicts())[0]).toMatchObject({ attemptCnt: attempt, decisionCd: 'refuse' })
  }
  expect((await decide('none')).status).toBe(200)
  expect(String((await push('x-1')).body['detail'])).toContain('an administrator has to link it')
  expect(await decisions()).toEqual([
    { before: { decision: null }, after: { decision: 'refuse' } },
    { before: { decision: 'refuse' }, after: { decision: null } },
  ])
})

test('the audit trail names the account that I chose with its rights, and the one that I chose before', async () => {
  const user = await employee()
  const systemId = await portal.make.system()
  await portal.make.grant(user, { systemId, isAdmin: true })
  await push('x-1')
  await decide('link', user.id)
  await decide('none')
  const nothing = { decision: null, accountId: null, rights: null }
  const link = { decision: 'link', accountId: user.id, rights: [`system ${systemId}`] }
  expect(await decisions()).toEqual([
    { before: nothing, after: link },
    { before: link, after: nothing },
  ])
})

test('a link is taken back only where it is still the decision', async () => {
  const [first, second] = [await administrator(), await portal.make.user({ client_id: directory.clientId })]
  await push('x-1')
  const [conflict] = await conflicts()
  const params = { uid: staff.userId, clientId: directory.clientId, conflictId: conflict?.conflictId ?? 0 }
  const takeBack = () =>
    staff.send(decideDirectoryConflict, {
      params,
      body: { decisionCd: 'none', userId: null, expectedUserId: first.id },
    })
  await decide('link', first.id)
  await decide('link', second.id)
  expect((await takeBack()).status).toBe(422)
  await decide('refuse')
  expect((await takeBack()).status).toBe(422)
  expect((await conflicts())[0]?.decisionCd).toBe('refuse')
  await decide('link', first.id)
  expect((await takeBack()).status).toBe(200)
  expect((await conflicts())[0]?.decisionCd).toBe(null)
})
