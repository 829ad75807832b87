import { beforeEach, expect, test } from 'vitest'
import { actOnUsers } from '@portico/contract/users/user-actions.ts'
import { answer, failToConnect, requestsTo } from '../../../test/answer.ts'
import { signInAs } from '../../../test/people.ts'
import { runBulk } from './bulk-run.ts'

beforeEach(() => signInAs({ internalUserFlg: true }))

const userIds = Array.from({ length: 120 }, (_, index) => index + 1)
const done = (ids: readonly number[]) => ids.map((userId) => ({ userId, code: '200', message: 'Locked.' }))
const words = { noAnswer: 'No answer.', notTried: 'Not tried.' }
const sizes = () => requestsTo(actOnUsers).map(({ body }) => (body as { userIds: number[] }).userIds.length)

test('120 users go in portions of 50, one after the other, each with a result', async () => {
  const progress: number[] = []
  let sent = 0
  const answerNext = () => {
    answer(actOnUsers, done(userIds.slice(sent, sent + 50)))
    sent += 50
  }
  answerNext()
  const results = await runBulk({
    uid: 7,
    action: 'lock',
    userIds,
    onProgress: (count) => {
      progress.push(count)
      answerNext()
    },
    words,
  })
  expect(sizes()).toEqual([50, 50, 20])
  expect(progress).toEqual([50, 100, 120])
  expect(results).toEqual(userIds.map((userId) => ({ userId, isDone: true, message: 'Locked.' })))
})

test('10,000 users go in portions too, each user once', async () => {
  const everyone = Array.from({ length: 10_000 }, (_, index) => index + 1)
  answer(actOnUsers, [])
  await runBulk({ uid: 7, action: 'lock', userIds: everyone, onProgress: () => {}, words })
  expect(Math.max(...sizes())).toBe(50)
  expect(requestsTo(actOnUsers).flatMap(({ body }) => (body as { userIds: number[] }).userIds)).toEqual(everyone)
})

test('a portion without an answer stops the rest, and each user has a result (UADM-160)', async () => {
  answer(actOnUsers, done(userIds.slice(0, 50)))
  const onProgress = () => failToConnect(actOnUsers)
  const results = await runBulk({ uid: 7, action: 'lock', userIds, onProgress, words })
  expect(sizes()).toEqual([50, 50])
  const messages = results.map(({ message }) => message)
  expect(messages).toEqual([
    ...Array<string>(50).fill('Locked.'),
    ...Array<string>(50).fill('No answer.'),
    ...Array<string>(20).fill('Not tried.'),
  ])
})
