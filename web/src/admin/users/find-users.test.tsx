import { expect, test, vi } from 'vitest'
import { getUserDetail } from '@portico/contract/users/user-profile.ts'
import { requestsTo } from '../../../test/answer.ts'
import { answerUserList, bea, gus, ida } from '../../../test/users.ts'
import { answerProfile, profile } from '../../../test/user-profile.ts'
import { findRecords, findVisited } from './find-users.tsx'

const load = vi.hoisted(() => vi.fn())
vi.mock('./UserActDialog.tsx', () => {
  load()
  return { UserActDialog: () => null }
})

test('the dialog of an act is loaded once I see the act, so that what I type after choosing it is not lost', async () => {
  answerUserList([bea])
  const find = (text: string) => findRecords({ uid: 7, text, signal: new AbortController().signal })
  expect(await find('ivers')).toHaveLength(1)
  expect(load).not.toHaveBeenCalled()
  expect(await find('lock ivers')).toHaveLength(2)
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
})

const find = (text: string) => findRecords({ uid: 7, text, signal: new AbortController().signal })

test('an act is offered for the first three users whom I name', async () => {
  answerUserList(Array.from({ length: 4 }, (_, index) => ({ ...bea, userId: 100 + index })))
  const acts = (await find('lock ivers')).filter(({ kindCd }) => kindCd === 'act')
  expect(acts.map(({ id }) => id)).toEqual(['lock 100', 'lock 101', 'lock 102'])
})

test.each([
  ['active', bea, ['give', 'end']],
  ['inactive', gus, ['end']],
  ['deleted', ida, []],
])('of access of a user who is %s I can begin what is possible', async (_status, user, acts) => {
  answerUserList([user])
  const offered = [...(await find(`give access ${user.lastNm}`)), ...(await find(`end access ${user.lastNm}`))]
  const kinds = offered.filter(({ kindCd }) => kindCd === 'act').map(({ id }) => id.split(' ')[0])
  expect([...new Set(kinds)].filter((kind) => kind === 'give' || kind === 'end').toSorted()).toEqual(acts.toSorted())
})

test('of the profiles that I visited last four are shown, each once', async () => {
  answerUserList([bea])
  answerProfile(profile)
  const addresses = [1, 1, 2, 3, 4, 5].map((id) => `/content-authenticated/administration/user-profile/${id}/overview`)
  expect(await findVisited({ uid: 7, addresses, signal: new AbortController().signal })).toHaveLength(4)
  expect(requestsTo(getUserDetail).map(({ path }) => path.split('/').at(-2))).toEqual(['1', '2', '3', '4'])
})
