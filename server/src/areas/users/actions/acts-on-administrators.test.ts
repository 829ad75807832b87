import { allEndpoints } from '@portico/contract/areas.ts'
import { handOverUser } from '@portico/contract/users/hand-over.ts'
import * as actions from '@portico/contract/users/user-actions.ts'
import { updateUserDetail } from '@portico/contract/users/user-profile.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser, Raw } from '../../../../test/browser.ts'
import { openSession } from '../../../../test/guards/people.ts'
import type { MadeUser } from '../../../../test/make.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { describeChanges, readWholeState, type WholeState } from '../../../../test/whole-state.ts'
import { createMailComposer } from '../../../composition/mail-services.ts'
import { readMailbox } from '../../mail/public.ts'
import { giveApp } from '../../second-factor/test/authenticator-app.ts'

let portal: Portal
let admin: Browser
let clientId: number

beforeAll(async () => {
  portal = await startPortal()
  clientId = await portal.make.client()
  const made = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(made, ['User Administration'])
  admin = await openSession(portal, made)
})
afterAll(() => portal.close())
beforeEach(() => portal.owner('delete from outbox_mails'))

const signedIn = (ago: string) =>
  portal.owner('update sessions set authenticated_at = clock_now() - $2::interval where user_id = $1', [
    admin.userId,
    ago,
  ])
const OLD = '16 minutes'

const uid = () => ({ uid: admin.userId })
const single = (endpoint: typeof actions.lockUser) => (userId: number) =>
  admin.send(endpoint, { params: uid(), body: { userId } })
const bulk = (actionCd: actions.BulkAction) => (userId: number) =>
  admin.send(actions.actOnUsers, { params: uid(), body: { actionCd, userIds: [userId] } })
const details = (user: object) => (userId: number) =>
  admin.send(updateUserDetail, { params: { ...uid(), userId }, body: { user } })
const handOver = (userId: number) => admin.send(handOverUser, { params: uid(), body: { userId, recipientId: null } })

const inactive = 'update users set status = 2 where id = $1'
const deleted = 'update users set status = 3 where id = $1'
const locked = `update user_sign_ins set locked_until = 'infinity' where user_id = $1`

interface Act {
  send: (userId: number) => Promise<Raw>
  /** Brings the user into the state in which it can be done. */
  prepare?: string
  /** What the mail about it says. */
  mail: string
}
const reset = 'An administrator set a temporary password for you'
const factor = 'An administrator reset your second sign-in step'
const reactivated = 'An administrator reactivated your account.'
const unlocked = 'An administrator unlocked your account.'

/** What gives somebody an account, or takes it from them. */
const acts: Readonly<Record<string, Act>> = {
  'a new email address': { send: details({ emailAddress: 'elsewhere@example.test' }), mail: 'The email address' },
  'a password': { send: single(actions.resetUserPassword), mail: reset },
  'a password, in bulk': { send: bulk('resetPassword'), mail: reset },
  'the reset of the second factor': { send: single(actions.resetUserSecondFactor), mail: factor },
  'the deletion of the second factor': { send: single(actions.deleteUserSecondFactor), mail: factor },
  reactivation: { send: single(actions.reactivateUser), prepare: inactive, mail: reactivated },
  'reactivation, in bulk': { send: bulk('reactivate'), prepare: inactive, mail: reactivated },
  'reactivation with the details': { send: details({ userStatus: 1 }), prepare: inactive, mail: reactivated },
  restoration: {
    send: single(actions.reactivateUser),
    prepare: deleted,
    mail: 'An administrator restored your deleted account.',
  },
  'restoration, in bulk': {
    send: bulk('reactivate'),
    prepare: deleted,
    mail: 'An administrator restored your deleted account.',
  },
  unlocking: { send: single(actions.unlockUser), prepare: locked, mail: unlocked },
  'unlocking, in bulk': { send: bulk('unlock'), prepare: locked, mail: unlocked },
  'a hand-over': { send: handOver, mail: 'An administrator closed your account' },
}
const others: Readonly<Record<string, Act['send']>> = {
  'a job title': details({ jobTitleDscTxt: 'Planner' }),
  'being locked': single(actions.lockUser),
  'the end of sessions': single(actions.endUserSessions),
  'being made inactive': single(actions.inactivateUser),
  'being made inactive with the details': details({ userStatus: 2 }),
  deletion: single(actions.deleteUser),
}

const grantPage = async (user: MadeUser, set = 'is_admin = false') => {
  await portal.make.adminPages(user, ['Audit Trail'])
  await portal.owner(`update user_system_grants set ${set} where user_id = $1`, [user.id])
}
/** Who counts as an administrator: by what they hold, displayed or not, and by what they will hold. */
const administrators: Readonly<Record<string, (user: MadeUser) => Promise<unknown>>> = {
  'holds a page of the administration': (user) => grantPage(user),
  'holds one from tomorrow on': async (user) => {
    await grantPage(user)
    await portal.owner(`update user_page_grants set valid_from = now() + interval '1 day' where user_id = $1`, [
      user.id,
    ])
  },
  'administers the portal without a page': async (user) => {
    await portal.make.adminPages(user, [])
    await portal.owner('update users set is_internal = true where id = $1', [user.id])
  },
}

async function makeTarget({ prepare }: Partial<Act>, give: (user: MadeUser) => Promise<unknown>) {
  const user = await portal.make.user({ client_id: clientId, password_changed_at: '2020-01-01' })
  await give(user)
  await giveApp(portal, user)
  if (prepare) await portal.owner(prepare, [user.id])
  return user
}

let state: WholeState | undefined
/** Everything that is stored, of whomever. */
const wholeState = async () => (state = await readWholeState(portal, state))
const changesSince = async (before: WholeState) =>
  describeChanges(portal, { before, after: await wholeState(), names: {} })

const needsConfirmation = { status: 200, code: '401', data: { reauth: true } }

describe('an administrator who signed in long ago (S52)', () => {
  describe.each(Object.entries(administrators))('and acts on a user who %s', (_, give) => {
    test.each(Object.entries(acts))(
      'confirms the sign-in for %s, and until then nothing changes',
      async (_name, act) => {
        const target = await makeTarget(act, give)
        await signedIn(OLD)
        const before = await wholeState()
        expect(await act.send(target.id)).toMatchObject(needsConfirmation)
        expect(await changesSince(before)).toEqual([])
        await signedIn('14 minutes')
        expect((await act.send(target.id)).code).toBe('200')
      },
    )
  })

  test('confirms it also while the page is not displayed', async () => {
    const target = await makeTarget({}, grantPage)
    await signedIn(OLD)
    const display = (shown: boolean) =>
      portal.owner(`update pages set is_displayed = ${shown} where system_id = 2 and name = 'Audit Trail'`)
    await display(false)
    const answer = await single(actions.resetUserPassword)(target.id)
    await display(true)
    expect(answer).toMatchObject(needsConfirmation)
  })

  test.each(Object.entries(others))('confirms nothing for %s', async (_, send) => {
    const target = await makeTarget({}, grantPage)
    await signedIn(OLD)
    expect((await send(target.id)).code).toBe('200')
  })

  test.each(Object.entries(acts))('confirms nothing for %s of a user without administration', async (_, act) => {
    const target = await makeTarget(act, () => Promise.resolve())
    await signedIn(OLD)
    expect((await act.send(target.id)).code).toBe('200')
  })

  test('confirms before the first of many is done, and only where there is one who needs it', async () => {
    const plain = [await makeTarget({}, () => Promise.resolve()), await makeTarget({}, () => Promise.resolve())]
    const strong = await makeTarget({}, grantPage)
    const ids = [...plain, strong].map(({ id }) => id)
    await signedIn(OLD)
    const before = await wholeState()
    const send = (actionCd: actions.BulkAction, userIds: number[]) =>
      admin.send(actions.actOnUsers, { params: uid(), body: { actionCd, userIds } })
    expect(await send('resetPassword', ids)).toMatchObject(needsConfirmation)
    expect(await changesSince(before)).toEqual([])
    expect((await send('endSessions', ids)).code).toBe('200')
    expect((await send('resetPassword', ids.slice(0, 2))).code).toBe('200')
    // What would be refused anyway needs no confirmation.
    expect(await send('reactivate', [strong.id])).toMatchObject({ code: '200', data: [{ code: '422' }] })
    await signedIn('1 minute')
    expect(await send('resetPassword', ids)).toMatchObject({ data: ids.map((userId) => ({ userId, code: '200' })) })
  })

  test('learns nothing about users whom they may not change', async () => {
    const made = await portal.make.user({ client_id: clientId })
    await portal.make.adminPages(made, ['User Administration'])
    await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [made.id])
    const delegated = await openSession(portal, made)
    await portal.owner(`update sessions set authenticated_at = now() - interval '1 hour' where user_id = $1`, [made.id])
    const strong = await makeTarget({}, grantPage)
    const body = { userId: strong.id }
    expect((await delegated.send(actions.resetUserPassword, { params: { uid: made.id }, body })).status).toBe(403)
  })
})

test('no call takes one of these acts back', () => {
  const undoing = allEndpoints().filter(({ area, endpoint: { body } }) => {
    const fields = (body as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape ?? {}
    return /^users?\b|hand-over/.test(area) && 'undoId' in fields
  })
  expect(undoing).toEqual([])
})

describe('an administrator is emailed about their own account, at the address that they had', () => {
  const mailsTo = async ({ userName }: MadeUser) => {
    const mails = await readMailbox(portal.database.requests, createMailComposer(portal.config))
    return mails.filter(({ to }) => to === `${userName}@example.test`).map(({ mail }) => mail?.text ?? '')
  }

  test.each(Object.entries(acts))('%s', async (_, act) => {
    const target = await makeTarget(act, grantPage)
    await signedIn('1 minute')
    expect((await act.send(target.id)).code).toBe('200')
    expect(await mailsTo(target)).toEqual([expect.stringContaining(act.mail)])
  })

  test('both, where one save changes the address and reactivates', async () => {
    const target = await makeTarget({ prepare: inactive }, grantPage)
    await signedIn('1 minute')
    const saved = await details({ emailAddress: 'elsewhere@example.test', userStatus: 1 })(target.id)
    expect(saved.code).toBe('200')
    expect((await mailsTo(target)).toSorted()).toEqual([
      expect.stringContaining(reactivated),
      expect.stringContaining('The email address'),
    ])
    expect(await portal.owner(`select from outbox_mails where to_address = 'elsewhere@example.test'`)).toEqual([])
  })

  test.each(['reactivation', 'restoration', 'unlocking', 'a hand-over'])(
    'and other users are not emailed about %s',
    async (name) => {
      const act = acts[name] as Act
      const target = await makeTarget(act, () => Promise.resolve())
      await signedIn('1 minute')
      expect((await act.send(target.id)).code).toBe('200')
      expect(await mailsTo(target)).toEqual([])
    },
  )
})
