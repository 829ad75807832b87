import { type AddressInfo, createServer, type Server } from 'node:net'
import { login } from '@portico/contract/sign-in/sign-in.ts'
import { Client } from 'ldapts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, type PortalOptions, startPortal } from '../../../test/portal.ts'
import { BASE, groups, type Slapd, startSlapd } from '../../../test/slapd.ts'

const WRONG = JSON.stringify({ code: '204', data: null, message: 'Invalid Login ID or Password.' })
const OUT_OF_ORDER = { status: 503, code: '503', data: null, message: 'Error calling authentication services' }
const GRACE = 'grace-in-the-directory'

let slapd: Slapd
let portal: Portal
beforeAll(async () => {
  slapd = await startSlapd()
  portal = await startWith()
})
afterAll(async () => {
  await portal.close()
  await slapd.stop()
})

const ldapsAddress = () => `ldaps://localhost:${slapd.ldapsPort}/ou=people,${BASE}?uid?sub`

/** A portal that uses the directory, over LDAPS by default. */
function startWith(environment: Record<string, string> = {}, options: PortalOptions = {}): Promise<Portal> {
  return startPortal({
    ...options,
    environment: {
      PORTAL_DIRECTORY: ldapsAddress(),
      PORTAL_DIRECTORY_CA: slapd.authorityFile,
      PORTAL_DIRECTORY_BIND_DN: slapd.account.dn,
      PORTAL_DIRECTORY_BIND_PASSWORD: slapd.account.password,
      PORTAL_HUMAN_CHECK: 'never',
      ...environment,
    },
  })
}

/** A directory user, created once for each name and portal. */
const directoryUser = (at: Portal, userName: string, columns: Record<string, unknown> = {}) =>
  at.make.user({ user_name: userName, sign_in_kind: 'directory', password_hash: null, ...columns })

const removeUser = (at: Portal, id: number) =>
  at.owner('update users set user_name = $2 where id = $1', [id, `gone.${id}`])

describe('an employee whose password is the directory’s', () => {
  test('signs in with it in the form and is reported as a directory user (SIGN-005, SIGN-025, SIGN-046, B22)', async () => {
    const user = await directoryUser(portal, 'grace', { password_changed_at: null, security_question_id: null })
    const answer = await portal.browser().trySignIn('Grace', GRACE)
    expect(answer).toMatchObject({ status: 200, code: '200', data: { idmuser: 'Y', federatedUser: 'N' } })
    expect(answer.data.loginSessionId).toHaveLength(43)
    expect(portal.logged.join('')).not.toContain(GRACE)
    await removeUser(portal, user.id)
  })

  test('gets the same answer to a wrong password as everyone, in no less time (S01, S02)', async () => {
    const withDefaultTimings = await startWith(
      {},
      { beside: portal, usesDefaultTimings: true, timings: { upstreamTimeoutMs: 60_000 } },
    )
    const known = await directoryUser(portal, 'grace')
    const unknownThere = await directoryUser(portal, 'not.in.the.directory')
    const byPassword = await portal.make.user()
    for (const name of [known.userName, unknownThere.userName, byPassword.userName, 'nobody.at.all']) {
      const begun = performance.now()
      const { text } = await withDefaultTimings.browser().trySignIn(name, 'wrong')
      expect(text).toBe(WRONG)
      // A lower bound holds however busy the machine is.
      expect(performance.now() - begun).toBeGreaterThan(295)
    }
    await withDefaultTimings.close()
    await removeUser(portal, known.id)
  })

  test('is locked by five wrong passwords like everyone, and learns so with the correct one only', async () => {
    const user = await directoryUser(portal, 'grace')
    for (let n = 0; n < 5; n++) expect((await portal.browser().trySignIn('grace', 'wrong')).text).toBe(WRONG)
    const before = slapd.operations().length
    expect((await portal.browser().trySignIn('grace', GRACE)).text).toBe(WRONG)
    expect(slapd.operations()).toHaveLength(before)
    await portal.moveClock('16 minutes')
    const locked = await portal.browser().trySignIn('grace', GRACE)
    expect(locked).toMatchObject({ code: '200', data: { acctLockedFlg: 'Y', loginSessionId: null } })
    await portal.moveClock('0')
    await removeUser(portal, user.id)
  })

  test('passes the same gates: inactive, a second session, a second factor (B7)', async () => {
    const user = await directoryUser(portal, 'grace')
    await portal.as({ userName: 'grace', password: GRACE })
    expect((await portal.browser().trySignIn('grace', GRACE)).code).toBe('409')
    expect((await portal.browser().trySignIn('grace', GRACE, { confirmed: true })).code).toBe('200')
    await portal.owner('update users set second_factor_required = true where id = $1', [user.id])
    expect((await portal.browser().trySignIn('grace', GRACE)).data?.loginSessionId).toBeUndefined()
    await portal.owner('update users set status = 2 where id = $1', [user.id])
    const inactive = await portal.browser().trySignIn('grace', GRACE)
    expect(inactive).toMatchObject({ code: '200', data: { userStatus: '2', loginSessionId: null } })
    await removeUser(portal, user.id)
  })
})

describe('shortcuts', () => {
  test('an empty or blank password never reaches the directory, which would accept it (S60)', async () => {
    const raw = new Client({ url: `ldap://127.0.0.1:${slapd.ldapPort}` })
    await raw.bind(`uid=grace,ou=people,${BASE}`, '')
    await raw.unbind()
    const user = await directoryUser(portal, 'grace')
    const before = slapd.operations().length
    for (const password of ['', ' ', '\t \u00a0'])
      expect((await portal.browser().trySignIn('grace', password)).text).toBe(WRONG)
    const browser = portal.browser()
    await browser.openSignInPage()
    const body = JSON.stringify({ userNm: 'grace', password: '\0x', host: new URL(portal.origin).host })
    const headers = { 'content-type': 'application/json' }
    expect((await browser.request('POST', login.path, { headers, body })).status).toBe(400)
    expect(slapd.operations()).toHaveLength(before)
    await removeUser(portal, user.id)
  })

  test.each(['*', '*)(uid=boss', 'admin)(|(a=*', 'b\\2a', 'boss)(objectClass=*'])(
    'the name %j is a name and no filter (S60)',
    async (name) => {
      const before = slapd.operations().length
      expect((await portal.browser().trySignIn(name, 'boss-in-the-directory')).text).toBe(WRONG)
      expect(slapd.operations()).toHaveLength(before)
      const user = await directoryUser(portal, name)
      expect((await portal.browser().trySignIn(name, 'boss-in-the-directory')).text).toBe(WRONG)
      expect(slapd.operations().slice(before)).toEqual(['BIND', 'SRCH'])
      await removeUser(portal, user.id)
    },
  )

  test('a directory password opens no account of another kind', async () => {
    const user = await portal.make.user({ user_name: 'grace' })
    expect((await portal.browser().trySignIn('grace', GRACE)).text).toBe(WRONG)
    await removeUser(portal, user.id)
  })

  test('a server without a trusted certificate gets neither account nor password', async () => {
    const other = await startSlapd()
    const distrusting = await startWith({ PORTAL_DIRECTORY_CA: other.authorityFile })
    await directoryUser(distrusting, 'grace')
    const before = slapd.operations().length
    expect(await distrusting.browser().trySignIn('grace', GRACE)).toMatchObject(OUT_OF_ORDER)
    expect(slapd.operations()).toHaveLength(before)
    await distrusting.close()
    await other.stop()
  })
})

describe('connected with', () => {
  test('StartTLS, before anything is sent (S60)', async () => {
    const address = `ldap://localhost:${slapd.ldapPort}/${BASE}?uid?sub?(objectClass=inetOrgPerson)`
    const secured = await startWith({ PORTAL_DIRECTORY: address })
    await directoryUser(secured, 'grace')
    const before = slapd.operations().length
    await secured.as({ userName: 'grace', password: GRACE })
    expect(slapd.operations().slice(before)).toEqual(['STARTTLS', 'BIND', 'SRCH', 'BIND'])
    await secured.close()
  })

  test('groups, only their members sign in, whichever kind of group it is', async () => {
    const grouped = await startWith({ PORTAL_DIRECTORY_GROUPS: groups.staff })
    await directoryUser(grouped, 'grace')
    await directoryUser(grouped, 'boss')
    expect((await grouped.browser().trySignIn('grace', GRACE)).code).toBe('200')
    expect((await grouped.browser().trySignIn('boss', 'boss-in-the-directory')).text).toBe(WRONG)
    await grouped.close()
    const either = await startWith({ PORTAL_DIRECTORY_GROUPS: `${groups.staff};${groups.others}` })
    await directoryUser(either, 'boss')
    expect((await either.browser().trySignIn('boss', 'boss-in-the-directory')).code).toBe('200')
    await either.close()
  })

  test('attributes, the directory decides names and address at each sign-in, and the audit trail says which changed', async () => {
    const mapped = await startWith({
      PORTAL_DIRECTORY_ATTRIBUTES:
        'firstName=givenname,lastName=sn,email=mail,jobTitle=title,employeeId=employeeNumber',
    })
    const user = await directoryUser(mapped, 'grace', { employee_id: 'kept' })
    const answer = await mapped.browser().trySignIn('grace', GRACE)
    expect(answer.data.firstNm).toBe('Given grace')
    await mapped.browser().trySignIn('grace', GRACE, { confirmed: true })
    const row = await mapped.owner(
      'select first_name, last_name, email, job_title, employee_id from users where id = $1',
      [user.id],
    )
    expect(row).toEqual([
      {
        first_name: 'Given grace',
        last_name: 'Family grace',
        email: 'grace@example.test',
        job_title: 'Rear Admiral',
        employee_id: 'kept',
      },
    ])
    const events = await mapped.owner("select after from audit_events where event = 'user_updated'")
    expect(events).toEqual([{ after: { by: 'directory', fields: ['firstName', 'lastName', 'jobTitle'] } }])
    await mapped.close()
  })
})

test('an address or employee ID with marks that change the direction of writing is left out, never mended into another', async () => {
  const mapped = await startWith({ PORTAL_DIRECTORY_ATTRIBUTES: 'email=description,employeeId=description' })
  const user = await directoryUser(mapped, 'grace', { employee_id: 'kept', email: 'kept@example.test' })
  expect((await mapped.browser().trySignIn('grace', GRACE)).code).toBe('200')
  expect(await mapped.owner('select email, employee_id from users where id = $1', [user.id])).toEqual([
    { email: 'kept@example.test', employee_id: 'kept' },
  ])
  await mapped.close()
})

describe('a directory that is unavailable (R21)', () => {
  const attempts = async (at: Portal, userName: string) =>
    (
      await at.owner('select attempts from user_sign_ins join users on id = user_id where user_name = $1', [userName])
    )[0]

  async function expectOnlyItsUsersAffected(at: Portal): Promise<void> {
    await directoryUser(at, 'grace')
    const other = await at.make.user()
    const result = await at.browser().trySignIn('grace', GRACE)
    expect(result).toMatchObject(OUT_OF_ORDER)
    expect(Number(result.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await at.browser().trySignIn(other.userName, other.password)).code).toBe('200')
    expect(await attempts(at, 'grace')).toEqual({ attempts: 0 })
  }

  test('because its port is closed costs no attempt, and password users are not affected', async () => {
    const gone = await startWith({ PORTAL_DIRECTORY: `ldap://127.0.0.1:1/${BASE}`, PORTAL_DIRECTORY_CA: '' })
    await expectOnlyItsUsersAffected(gone)
    await gone.close()
  })

  test('because it stopped answering delays its own users only, who sign in as soon as it answers again', async () => {
    const withLongTimeout = await startWith()
    await directoryUser(withLongTimeout, 'grace')
    const other = await withLongTimeout.make.user()
    const events: string[] = []
    slapd.pause()
    const waiting = withLongTimeout
      .browser()
      .trySignIn('grace', GRACE)
      .finally(() => events.push('grace'))
    expect((await withLongTimeout.browser().trySignIn(other.userName, other.password)).code).toBe('200')
    events.push('another')
    slapd.resume()
    expect((await waiting).code).toBe('200')
    expect(events).toEqual(['another', 'grace'])
    await withLongTimeout.close()
  })

  test('because it never answers times out, and is not called for a while after three timeouts', async () => {
    const withShortTimeout = await startWith({}, { timings: { upstreamTimeoutMs: 300 } })
    slapd.pause()
    await expectOnlyItsUsersAffected(withShortTimeout)
    const again = await Promise.all([1, 2].map(() => withShortTimeout.browser().trySignIn('grace', GRACE)))
    for (const answer of again) expect(answer).toMatchObject(OUT_OF_ORDER)
    slapd.resume()
    const before = slapd.operations().length
    expect(await withShortTimeout.browser().trySignIn('grace', GRACE)).toMatchObject(OUT_OF_ORDER)
    expect(slapd.operations()).toHaveLength(before)
    await withShortTimeout.close()
  })

  test.each([
    ['garbage', Buffer.from('HTTP/1.1 200 OK\r\n\r\n<html>')],
    ['half a message', Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff, 0x02])],
    ['nothing', null],
  ])('because it answers %s is reported the same', async (_what, bytes) => {
    const { server, port } = await listen(bytes)
    const address = `ldap://127.0.0.1:${port}/${BASE}`
    const environment = { PORTAL_DIRECTORY: address, PORTAL_DIRECTORY_CA: '' }
    const broken = await startWith(environment, { timings: { upstreamTimeoutMs: 300 } })
    await expectOnlyItsUsersAffected(broken)
    await broken.close()
    await new Promise((resolve) => server.close(resolve))
  })

  async function listen(bytes: Buffer | null): Promise<{ server: Server; port: number }> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', () => (bytes ? socket.write(bytes) : socket.end()))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { server, port: (server.address() as AddressInfo).port }
  }
})
