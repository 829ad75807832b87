import {
  listAccessChanges,
  planAccessChange,
  startAccessChange,
  undoAccessChange,
} from '@portico/contract/access-changes/access-changes.ts'
import {
  deletePermissionSet,
  takePermissionSet,
  updatePermissionSet,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { permissionSets } from '../../../test/permission-sets.ts'
import type { Portal } from '../../../test/portal.ts'

let portal: Portal
let staff: Browser
let root: MadeUser
let client: number
let billing: number
let mail: number
let clerk: number
let bea: MadeUser
let cai: MadeUser
let count = 0

beforeAll(async () => {
  ;({ portal, admin: root, browser: staff } = await startWithAdmin())
})
afterAll(() => portal.close())
beforeEach(async () => {
  client = await portal.make.client()
  bea = await portal.make.user({ client_id: client })
  cai = await portal.make.user({ client_id: client })
  billing = await portal.make.system({ name: `Billing ${++count}` })
  mail = await portal.make.system({ name: `Mail ${count}` })
  clerk = await permissionSets(staff).made({ setNm: `Clerk ${count}`, systemIds: [billing] })
})

interface Sent {
  setIds: number[]
  users?: MadeUser[]
  systemIds?: number[]
}
const bodyOf = ({ setIds, users = [bea, cai], systemIds = [] }: Sent) => ({
  kindCd: 'give' as const,
  userIds: users.map(({ id }) => id),
  userSystems: systemIds.map((systemId) => ({ systemId })),
  setIds,
})
const plan = (sent: Sent, by = staff) => by.call(planAccessChange, { params: { uid: by.userId }, body: bodyOf(sent) })
const start = (sent: Sent, by = staff) => by.call(startAccessChange, { params: { uid: by.userId }, body: bodyOf(sent) })
const undo = ({ accessChangeId }: { accessChangeId: number }, by = staff) =>
  by.call(undoAccessChange, { params: { uid: by.userId, accessChangeId } })
const held = async ({ id }: MadeUser) =>
  (await portal.owner('select system_id from current_system_grants where user_id = $1 order by 1', [id])).map((row) =>
    Number(row['system_id']),
  )
const setsOf = async ({ id }: MadeUser) =>
  (await portal.owner('select set_id from permission_set_holders where user_id = $1 and valid_to is null', [id])).map(
    (row) => Number(row['set_id']),
  )

/** An administrator of the client who administers these applications. */
async function clientAdmin(...systemIds: number[]): Promise<Browser> {
  const admin = await portal.make.user({ client_id: client })
  await portal.make.adminPages(admin, ['User Administration'])
  for (const systemId of systemIds) await portal.make.grant(admin, { systemId, isAdmin: true })
  return openSession(portal, admin)
}

describe('a set that I give to several users', () => {
  test('stands in the preview, gives each of them what it gives, and is taken by Undo', async () => {
    expect((await plan({ setIds: [clerk] })).changed).toMatchObject([
      { userId: bea.id, changes: [], setNms: [`Clerk ${count}`] },
      { userId: cai.id, changes: [], setNms: [`Clerk ${count}`] },
    ])
    const act = await start({ setIds: [clerk] })
    expect(act).toMatchObject({ stateCd: 'done', changedCnt: 2, setNms: [`Clerk ${count}`] })
    expect([await held(bea), await setsOf(cai)]).toEqual([[billing], [clerk]])
    expect(await undo(act)).toMatchObject({ stateCd: 'undone', undoneCnt: 2 })
    expect([await held(bea), await setsOf(cai)]).toEqual([[], []])
  })

  test('is given beside an application, and both are taken back', async () => {
    const act = await start({ setIds: [clerk], systemIds: [mail] })
    expect(await held(bea)).toEqual([billing, mail])
    await undo(act)
    expect([await held(bea), await setsOf(bea)]).toEqual([[], []])
  })

  test('is taken back with an application of which it gives a page', async () => {
    const section_id = await portal.make.section()
    const inbox = await portal.make.page({ name: `Inbox ${count}`, system_id: mail, section_id })
    const reader = await permissionSets(staff).made({
      setNm: `Reader ${count}`,
      systemIds: [mail],
      pageIds: [inbox],
    })
    const act = await start({ setIds: [reader], systemIds: [mail] })
    expect(await undo(act)).toMatchObject({ undoneCnt: 2, keptCnt: 0 })
    expect([await held(bea), await setsOf(bea)]).toEqual([[], []])
  })

  test('stays where I may not take it, without keeping others from losing what I gave them', async () => {
    const admin = await clientAdmin(billing, mail)
    const reader = await permissionSets(staff).made({ setNm: `Reader ${count}`, systemIds: [mail] })
    await permissionSets(staff).give(clerk, bea)
    const act = await start({ setIds: [clerk, reader] }, admin)
    expect(act.changedCnt).toBe(2)
    const vault = await portal.make.system({ name: `Vault ${count}` })
    const body = {
      setNm: `Clerk ${count}`,
      descriptionTxt: '',
      systemIds: [billing, vault],
      pageIds: [],
      versionNr: 1,
    }
    await staff.call(updatePermissionSet, { params: { uid: staff.userId, setId: clerk }, body })
    expect(await undo(act, admin)).toMatchObject({ undoneCnt: 1, keptCnt: 1 })
    expect(await setsOf(bea)).toEqual([clerk])
    expect(new Set(await setsOf(cai))).toEqual(new Set([clerk, reader]))
  })

  test('changes nothing for a user who has it, whose set stays when I take the act back', async () => {
    await permissionSets(staff).give(clerk, bea)
    const act = await start({ setIds: [clerk], systemIds: [mail] })
    expect(act.changedCnt).toBe(2)
    await undo(act)
    expect([await held(bea), await setsOf(bea)]).toEqual([[billing], [clerk]])
    expect((await plan({ setIds: [clerk], users: [bea] })).reasons).toEqual([
      { message: 'Already has this access.', userCnt: 1 },
    ])
  })

  test('stays where it was given again since, or is gone where it was deleted', async () => {
    const act = await start({ setIds: [clerk] })
    const params = { uid: staff.userId, setId: clerk }
    await staff.send(takePermissionSet, { params, body: { userIds: [bea.id] } })
    await permissionSets(staff).give(clerk, bea)
    expect(await undo(act)).toMatchObject({ keptCnt: 1, undoneCnt: 1 })
    expect([await setsOf(bea), await setsOf(cai)]).toEqual([[clerk], []])
    const other = await start({ setIds: [clerk], users: [cai], systemIds: [mail] })
    await staff.send(deletePermissionSet, { params })
    expect(await undo(other)).toMatchObject({ undoneCnt: 1 })
    expect(await held(cai)).toEqual([])
  })

  test('names every reason why a user is left out, and gives such a user nothing of the act', async () => {
    const elsewhere = await portal.make.user({ client_id: await portal.make.client() })
    const own = await permissionSets(staff).made({ setNm: `Own ${count}`, systemIds: [mail], clientId: client })
    const sent = { setIds: [own], users: [bea, elsewhere], systemIds: [billing] }
    const { leftOut } = await start(sent)
    expect(leftOut).toMatchObject([{ userId: elsewhere.id, message: 'The permission set is for another client.' }])
    expect([await held(elsewhere), await held(bea)]).toEqual([[], [billing, mail]])
    const mine = await clientAdmin()
    const reason = (system: string) => `Only administrators of ${system} ${count} can change its permissions.`
    expect((await plan({ setIds: [own], users: [cai], systemIds: [billing] }, mine)).leftOut).toMatchObject([
      { userId: cai.id, message: `${reason('Billing')} ${reason('Mail')}` },
    ])
  })

  test('is refused at its field where there is none, and where I end access', async () => {
    const send = (body: object) =>
      staff.send(planAccessChange, { params: { uid: staff.userId }, body: { ...bodyOf({ setIds: [] }), ...body } })
    const unknown = await send({ setIds: [999_999] })
    expect([unknown.status, unknown.data]).toMatchObject([422, [{ field: 'setIds' }]])
    const ending = await send({ kindCd: 'end', setIds: [clerk] })
    expect([ending.status, ending.data]).toMatchObject([422, [{ field: 'setIds' }]])
    expect((await send({})).status).toBe(422)
  })

  test('with a page of the administration needs a fresh sign-in', async () => {
    const setId = await permissionSets(staff).made({ setNm: `Portal ${count}`, systemIds: [2] })
    await portal.owner(`update sessions set authenticated_at = now() - interval '1 day' where user_id = $1`, [root.id])
    const answer = await staff.send(startAccessChange, {
      params: { uid: staff.userId },
      body: bodyOf({ setIds: [setId] }),
    })
    expect([answer.code, answer.data]).toEqual(['401', { reauth: true }])
    staff = await openSession(portal, root)
  })

  test('stands with the act in the list of changes and in the audit trail', async () => {
    await start({ setIds: [clerk] })
    const [first] = await staff.call(listAccessChanges, { params: { uid: staff.userId }, query: {} })
    expect(first).toMatchObject({ applications: [], setNms: [`Clerk ${count}`] })
    const [started] = await portal.owner(
      `select after from audit_events where event = 'access_change_started' order by id desc limit 1`,
    )
    expect(started?.['after']).toMatchObject({ sets: `Clerk ${count}` })
  })
})
