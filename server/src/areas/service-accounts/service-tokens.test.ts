import { listAuditEvents } from '@portico/contract/audit/audit.ts'
import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { listApplications } from '@portico/contract/catalog/catalog.ts'
import { EMULATION_HEADER } from '@portico/contract/kit/headers.ts'
import { serviceScopes } from '@portico/contract/kit/service-scopes.ts'
import { OPENID_PATH } from '@portico/contract/openid-provider/openid-provider.ts'
import { inactivateUser, reactivateUser } from '@portico/contract/users/user-actions.ts'
import { createUser } from '@portico/contract/users/user-creation.ts'
import { getUserDetail, updateUserDetail } from '@portico/contract/users/user-profile.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { tinyFrontEnd } from '../../../test/guards/tiny-front-end.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { makeServiceAccount, program } from '../../../test/service-accounts.ts'
import { newServiceToken } from './service-token.ts'

const frontEnd = tinyFrontEnd()
let portal: Portal
let northgate: number
let southgate: number
let owner: MadeUser
let member: MadeUser
let stranger: MadeUser
beforeAll(async () => {
  portal = await startPortal({ webDist: frontEnd.webDist })
  northgate = await portal.make.client({ name: 'Northgate' })
  southgate = await portal.make.client({ name: 'Southgate' })
  owner = await portal.make.user({ user_name: 'olive.owner', is_internal: true })
  await portal.make.adminPages(owner, ['User Administration', 'Audit Trail', 'Application Settings'])
  member = await portal.make.user({ client_id: northgate, user_name: 'nora.north' })
  stranger = await portal.make.user({ client_id: southgate, user_name: 'sam.south' })
})
afterAll(async () => {
  await portal.close()
  frontEnd.remove()
})

const users = (uid = owner.id) => ({ params: { uid }, body: { nm: '', userStatusIds: [] } })
const namesSeenBy = async (token: string) => {
  const { result } = await program(portal, token).call(listUsers, { params: { uid: owner.id }, body: {} })
  return result.map(({ userNm }) => userNm)
}
const refusalOf = async (token: string, headers: Record<string, string> = {}) => {
  const { status, code, message, data, headers: sent } = await program(portal, token, headers).send(listUsers, users())
  return { status, code, message, data, challenge: sent.get('www-authenticate') }
}
const refused = {
  status: 401,
  code: '401',
  message: 'This token doesn’t work: it is unknown, expired or revoked.',
  data: null,
  challenge: 'Bearer error="invalid_token"',
}
/** A token of an owner who is nobody else's. */
async function ownedByAnother() {
  const other = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(other, ['User Administration'])
  const { token } = await make({ owner: other })
  const answer = async () => {
    const { status } = await program(portal, token).send(listUsers, { params: { uid: other.id }, body: {} })
    return status
  }
  return { other, answer }
}
const make = (over: Partial<Parameters<typeof makeServiceAccount>[1]> = {}) =>
  makeServiceAccount(portal, { owner, scopes: ['users:read'], ...over })

describe('a program that calls with a token', () => {
  test('reads the users of all clients for the installation, and those of one employer for that employer', async () => {
    const all = await namesSeenBy((await make()).token)
    expect(all).toEqual(expect.arrayContaining([owner.userName, member.userName, stranger.userName]))
    expect(await namesSeenBy((await make({ clientId: northgate })).token)).toEqual([member.userName])
  })

  test('needs neither cookie nor request token, gets no cookie, and is known by nobody’s session', async () => {
    const { token } = await make()
    const answer = await program(portal, token).request('GET', '/ccservices/secure/user/rest/db/session', {})
    expect(answer.headers.getSetCookie()).toEqual([])
    const browser = program(portal, token)
    await browser.call(listUsers, { params: { uid: owner.id }, body: {} })
    expect([...browser.cookies]).toEqual([])
  })

  test('is refused alike with an unknown, a broken, an expired and a revoked token, and after the account has ended', async () => {
    const unknown = newServiceToken().token
    const broken = `${unknown.slice(0, -1)}${unknown.endsWith('a') ? 'b' : 'a'}`
    const expired = await make()
    await portal.owner(`update service_tokens set expires_at = clock_now() where id = $1`, [expired.tokenId])
    const revoked = await make()
    await portal.owner('update service_tokens set revoked_at = clock_now() where id = $1', [revoked.tokenId])
    const ended = await make()
    await portal.owner('update service_accounts set ends_at = clock_now() where id = $1', [ended.id])
    const closed = await make()
    await portal.owner('update service_accounts set revoked_at = clock_now() where id = $1', [closed.id])
    const tokens = [unknown, broken, expired.token, revoked.token, ended.token, closed.token]
    expect(await Promise.all(tokens.map((token) => refusalOf(token)))).toEqual(tokens.map(() => refused))
  })

  test('is refused with a token that begins like another one', async () => {
    const { token, prefix } = await make()
    const forged = newServiceToken()
    await portal.owner('update service_tokens set prefix = $1 where prefix = $2', [forged.prefix, prefix])
    expect([await refusalOf(forged.token), await refusalOf(token)]).toEqual([refused, refused])
  })

  test('is refused while its owner has to choose a password, and once they no longer administer users', async () => {
    const { other, answer } = await ownedByAnother()
    expect(await answer()).toBe(200)
    for (const spent of ['null', 'clock_now()']) {
      await portal.owner(`update users set password_changed_at = null, password_spent_at = ${spent} where id = $1`, [
        other.id,
      ])
      expect(await answer()).toBe(401)
    }
    await portal.owner(`update users set sign_in_kind = 'federated' where id = $1`, [other.id])
    expect(await answer()).toBe(200)
    await portal.owner(`update users set sign_in_kind = 'password', password_changed_at = clock_now() where id = $1`, [
      other.id,
    ])
    expect(await answer()).toBe(200)
    await portal.owner('update user_page_grants set valid_to = clock_now() where user_id = $1', [other.id])
    expect(await answer()).toBe(403)
  })

  test.each([
    ['is locked', `update user_sign_ins set locked_until = $2 where user_id = $1`, 'infinity', null],
    ['is inactive', 'update users set status = $2 where id = $1', 2, 1],
    ['is deleted', 'update users set status = $2 where id = $1', 3, 1],
  ])('is refused once its owner %s, and also after that is over', async (_title, change, ended, over) => {
    const { other, answer } = await ownedByAnother()
    expect(await answer()).toBe(200)
    await portal.owner(change, [other.id, ended])
    expect(await answer()).toBe(401)
    await portal.owner(change, [other.id, over])
    expect(await answer()).toBe(401)
  })

  test('is refused once its employer is deleted, and also after that is over', async () => {
    const eastgate = await portal.make.client({ name: 'Eastgate' })
    const { token } = await make({ clientId: eastgate })
    expect((await refusalOf(token)).status).toBe(200)
    await portal.owner('update clients set is_deleted = true where id = $1', [eastgate])
    await portal.owner('update clients set is_deleted = false where id = $1', [eastgate])
    expect(await refusalOf(token)).toEqual(refused)
  })

  test('goes on when wrong passwords stop the sign-ins of its owner for a while', async () => {
    const { other, answer } = await ownedByAnother()
    await portal.owner(
      `update user_sign_ins set locked_until = clock_now() + interval '15 minutes' where user_id = $1`,
      [other.id],
    )
    expect(await answer()).toBe(200)
  })

  test('is refused for an owner of another employer', async () => {
    const foreign = await portal.make.user({ client_id: southgate })
    await portal.make.adminPages(foreign, ['User Administration'])
    const { token } = await make({ owner: foreign, clientId: northgate })
    expect(await refusalOf(token)).toEqual(refused)
  })

  test('is refused from an address that is not allowed', async () => {
    const { token } = await make({ networks: ['192.0.2.0/24'] })
    expect(await refusalOf(token)).toMatchObject({
      status: 403,
      message: 'This token can’t be used from this address.',
      challenge: null,
    })
    expect((await refusalOf((await make({ networks: ['127.0.0.0/8', '::1/128'] })).token)).status).toBe(200)
  })

  test('is refused with the name of the scope that it lacks', async () => {
    expect(await refusalOf((await make({ scopes: ['audit:read'] })).token)).toMatchObject({
      status: 403,
      message: 'This call needs the scope users:read, which the service account doesn’t have.',
    })
  })

  test('acts under the number of its owner alone', async () => {
    const { token } = await make()
    const { status, message } = await program(portal, token).send(listUsers, { params: { uid: member.id }, body: {} })
    expect([status, message]).toEqual([403, expect.stringContaining('You')])
  })

  test('never acts as the person whose session is named beside it', async () => {
    const { token } = await make({ scopes: ['audit:read'] })
    const other = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(other, ['User Administration'])
    const admin = await portal.as(other)
    const sent = { headers: { authorization: `Bearer ${token}` } }
    const path = `/ccservices/secure/admin/rest/db/user-admin/admin-users/${owner.id}/cpuser-statuses`
    expect((await admin.request('GET', path, sent)).status).toBe(403)
    const emulation = { [EMULATION_HEADER]: admin.sessionToken ?? '', ...sent.headers }
    expect((await admin.request('GET', path, { headers: emulation })).status).toBe(403)
  })

  test('is known by its last use, noted once a minute', async () => {
    const { token, tokenId } = await make()
    const lastUse = async () =>
      (await portal.owner('select last_used_at as at from service_tokens where id = $1', [tokenId]))[0]?.['at']
    expect(await lastUse()).toBeNull()
    await namesSeenBy(token)
    const first = await lastUse()
    await namesSeenBy(token)
    expect(await lastUse()).toEqual(first)
    await portal.owner(`update service_tokens set last_used_at = last_used_at - interval '1 minute' where id = $1`, [
      tokenId,
    ])
    await namesSeenBy(token)
    expect(Number(await lastUse())).toBeGreaterThanOrEqual(Number(first))
  })

  test('goes on with a token of a former key, which is then kept by the newest one', async () => {
    const { token, tokenId } = await make()
    const keys = `newest:9f1c27d8a4b35e60718293a4b5c6d7e8,test:0123456789abcdef0123456789abcdef`
    const next = await startPortal({ beside: portal, environment: { PORTAL_SECRET_KEYS: keys } })
    await program(next, token).call(listUsers, { params: { uid: owner.id }, body: {} })
    await next.close()
    const [row] = await portal.owner('select keyed_hash from service_tokens where id = $1', [tokenId])
    expect(String(row?.['keyed_hash'])).toMatch(/^newest\./)
  })
})

describe('a token in an address', () => {
  const at = (token: string) =>
    `/ccservices/secure/admin/rest/audit/admin-users/${owner.id}/events?access_token=${token}`

  test('is refused and revoked, and its owner and the portal administrators are mailed once', async () => {
    const admin = await portal.make.user({ is_internal: true })
    await portal.make.grant(admin, { systemId: PORTAL_SYSTEM_ID, isAdmin: true })
    const { token, tokenId, prefix, id } = await make({ scopes: serviceScopes, name: 'Night export' })
    const answers = await Promise.all([1, 2].map(() => portal.browser().request('GET', at(token))))
    const message =
      'Send tokens in the Authorization header, never in an address. A token that was sent in an address is revoked.'
    expect(answers.map((answer) => [answer.status, answer.code, answer.message])).toEqual([
      [400, '400', message],
      [400, '400', message],
    ])
    expect(await refusalOf(token)).toEqual(refused)
    expect(
      await portal.owner('select revoked_at is not null as gone from service_tokens where id = $1', [tokenId]),
    ).toEqual([{ gone: true }])
    const mails = await portal.owner(
      `select fields, reader_id from outbox_mails where template = 'service-token-exposed' and reader_id = any ($1) order by reader_id`,
      [[owner.id, member.id, admin.id]],
    )
    const fields = { firstName: expect.any(String), account: 'Night export', token: prefix }
    expect(mails).toEqual([
      { fields, reader_id: owner.id },
      { fields, reader_id: admin.id },
    ])
    const events = await portal.owner(
      `select actor_user_id, subject_user_id, service_account_id, target_id, after from audit_events where event = 'service_token_exposed'`,
    )
    expect(events).toEqual([
      {
        actor_user_id: null,
        subject_user_id: owner.id,
        service_account_id: id,
        target_id: String(id),
        after: { token: prefix },
      },
    ])
  })

  test.each([
    ['of the sign-in page', (token: string) => `/login?token=${token}`],
    ['of nothing', (token: string) => `/nowhere/${token}`],
    ['of a file', (token: string) => `/assets/app.js?token=${token}`],
    ['of the OpenID provider', (token: string) => `${OPENID_PATH}/jwks?token=${token}`],
    ['of a public call', (token: string) => `/ccservices/health?token=${token}`],
    ['that is percent-encoded', (token: string) => at(token.replace('_', '%5f'))],
  ])('%s is revoked', async (_title, addressOf) => {
    const { token } = await make()
    const { status, code, data } = await portal.browser().request('GET', addressOf(token))
    expect([status, code, data]).toEqual([400, '400', null])
    expect(await refusalOf(token)).toEqual(refused)
  })

  test('is revoked beside others', async () => {
    const tokens = [(await make()).token, newServiceToken().token, (await make()).token]
    await portal.browser().request('GET', `/login?${tokens.map((token) => `token=${token}`).join('&')}`)
    expect(await Promise.all(tokens.map((token) => refusalOf(token)))).toEqual(tokens.map(() => refused))
  })

  test('gets the same answer when nobody knows it', async () => {
    const answer = await portal.browser().request('GET', at(newServiceToken().token))
    expect([answer.status, answer.data]).toEqual([400, null])
  })
})

describe('what a program changes', () => {
  const details = (userNm: string, employerId: number) => ({
    user: { userNm, firstNm: 'Pat', lastNm: 'Roll', emailAddress: `${userNm}@example.com`, employerId },
  })

  test('stands in the audit trail under its name and its employer, and under its owner', async () => {
    const { token, id } = await make({
      name: 'Payroll',
      clientId: northgate,
      scopes: ['users:read', 'users:write', 'audit:read'],
    })
    const payroll = program(portal, token)
    const { userId } = await payroll.call(createUser, {
      params: { uid: owner.id },
      body: details('pat.roll', northgate),
    })
    const { cpUser, adminUser } = await payroll.call(getUserDetail, { params: { uid: owner.id, userId } })
    expect([cpUser.user.userNm, adminUser]).toEqual(['pat.roll', null])
    await payroll.call(updateUserDetail, {
      params: { uid: owner.id, userId },
      body: { user: { jobTitleDscTxt: 'Clerk' } },
    })
    await payroll.call(inactivateUser, { params: { uid: owner.id }, body: { userId } })
    await payroll.call(reactivateUser, { params: { uid: owner.id }, body: { userId } })
    const recorded = await portal.owner(
      `select distinct actor_user_id, service_account_id, session_id from audit_events where subject_user_id = $1`,
      [userId],
    )
    expect(recorded).toEqual([{ actor_user_id: owner.id, service_account_id: id, session_id: null }])
    const query = { params: { uid: owner.id }, query: { subjectId: userId } }
    const shown = await (await portal.as(owner)).call(listAuditEvents, query)
    expect(new Set(shown.map(({ actorId, actorNm }) => `${actorId} ${actorNm}`))).toEqual(
      new Set(['null Payroll, for Northgate']),
    )
    const own = await payroll.call(listAuditEvents, query)
    expect(own.map(({ actorNm }) => actorNm)).toEqual(shown.map(({ actorNm }) => actorNm))
  })

  test('is sealed in the audit trail together with its name: another one there is found out', async () => {
    const { token } = await make({ scopes: ['users:write'] })
    await program(portal, token).call(inactivateUser, { params: { uid: owner.id }, body: { userId: stranger.id } })
    await portal.owner('select seal_audit_events(100000)')
    expect(await portal.owner('select * from verify_audit_chain()')).toEqual([])
    await portal.owner('update audit_events set service_account_id = 0 where service_account_id is not null')
    expect(await portal.owner('select * from verify_audit_chain()')).not.toEqual([])
  })

  test('is never a user of another employer, nor one who administers the portal', async () => {
    const { token } = await make({ clientId: northgate, scopes: ['users:read', 'users:write'] })
    const payroll = program(portal, token)
    const { status } = await payroll.send(inactivateUser, { params: { uid: owner.id }, body: { userId: stranger.id } })
    expect(status).toBe(404)
    const boss = await portal.make.user({ client_id: northgate })
    await portal.make.adminPages(boss, ['User Administration'])
    const stronger = await payroll.send(inactivateUser, { params: { uid: owner.id }, body: { userId: boss.id } })
    expect(stronger.status).toBe(403)
  })

  describe('while its owner administers a system', () => {
    let systemId: number
    let granting: MadeUser
    let payroll: Browser
    beforeAll(async () => {
      systemId = await portal.make.system({})
      granting = await portal.make.user({ is_internal: true })
      await portal.make.adminPages(granting, ['User Administration'])
      await portal.make.grant(granting, { systemId, isAdmin: true })
      payroll = program(portal, (await make({ owner: granting, scopes: ['users:read', 'users:write'] })).token)
    })

    test.each([
      ['userSystems', () => ({ systemId, adminFlg: true, sensitiveDataAccessFlg: true, endDt: null })],
      ['userPages', () => ({ pageId: 1, endDt: null })],
      ['userFacilities', () => ({ facilityCd: 'F1', allCustomersFlg: true, endDt: null })],
      ['userCustomers', () => ({ customerId: 1, endDt: null })],
    ])('is never an access: %s of a new user are refused', async (field, row) => {
      const userNm = `pat.${field.toLowerCase()}`
      const body = { ...details(userNm, northgate), [field]: [row()] }
      const { status, data } = await payroll.send(createUser, { params: { uid: granting.id }, body })
      expect([status, data]).toEqual([
        422,
        [{ field, message: 'Service accounts can’t give access. Leave this list empty.' }],
      ])
      expect(await portal.owner('select from users where user_name = $1', [userNm])).toEqual([])
    })

    test('is never the address of a user who administers that system', async () => {
      const peer = await portal.make.user({ client_id: northgate })
      await portal.make.grant(peer, { systemId, isAdmin: true })
      const { status } = await payroll.send(updateUserDetail, {
        params: { uid: granting.id, userId: peer.id },
        body: { user: { emailAddress: 'mallory@example.com' } },
      })
      expect(status).toBe(403)
      const [account] = await portal.owner('select email from users where id = $1', [peer.id])
      expect(account).toEqual({ email: `${peer.userName}@example.test` })
    })
  })
})

test('the applications and announcements of the installation are not open to an account of an employer', async () => {
  const scopes = ['catalog:read'] as const
  const call = async (token: string) =>
    (await program(portal, token).send(listApplications, { params: { uid: owner.id }, query: {} })).status
  expect(await call((await make({ scopes })).token)).toBe(200)
  expect(await call((await make({ scopes, clientId: northgate })).token)).toBe(403)
})
