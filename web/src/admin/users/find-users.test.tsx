import { expect, test, vi } from 'vitest'
import { answerUserList, bea } from '../../../test/users.ts'
import { findRecords } from './find-users.tsx'

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
