import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { getBrandingColor, getPrimaryButtonColor } from '@portico/contract/branding/branding.ts'
import { answer, requestsTo, failToConnect, refuse } from '../../test/answer.ts'
import { signInAs } from '../../test/people.ts'
import { invalidate, query, queryClient } from './query.ts'

beforeEach(() => signInAs())

test('a fresh answer is not requested again', async () => {
  answer(getBrandingColor, '1f3a5f')
  expect(await queryClient.ensureQueryData(query(getBrandingColor))).toBe('1f3a5f')
  expect(await queryClient.ensureQueryData(query(getBrandingColor))).toBe('1f3a5f')
  expect(requestsTo(getBrandingColor)).toHaveLength(1)
})

test('invalidating a call refetches it where its answer is on screen, for all parameters', async () => {
  answer(getPrimaryButtonColor, '8b1e3f')
  const onScreen = new QueryObserver(queryClient, query(getPrimaryButtonColor, { params: { uid: 7 } }))
  const leave = onScreen.subscribe(() => undefined)
  await expect.poll(() => onScreen.getCurrentResult().data).toBe('8b1e3f')
  answer(getPrimaryButtonColor, '0057b8')
  await invalidate(getPrimaryButtonColor)
  expect(onScreen.getCurrentResult().data).toBe('0057b8')
  leave()
})

test('a refused call is not retried, a lost connection is', async () => {
  refuse(getBrandingColor, 500, 'Broken.')
  await expect(queryClient.fetchQuery(query(getBrandingColor))).rejects.toThrow('Broken.')
  expect(requestsTo(getBrandingColor)).toHaveLength(1)
  failToConnect(getBrandingColor)
  await expect(queryClient.fetchQuery({ ...query(getBrandingColor), retryDelay: 0 })).rejects.toThrow(
    'We can’t reach the portal',
  )
  expect(requestsTo(getBrandingColor)).toHaveLength(1 + 3)
})

test('without a network a call waits without an error, and is sent again once there is one', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  failToConnect(getBrandingColor)
  onlineManager.setOnline(false)
  const onScreen = new QueryObserver(queryClient, { ...query(getBrandingColor), retryDelay: 0 })
  onTestFinished(onScreen.subscribe(() => undefined))
  await expect.poll(() => onScreen.getCurrentResult().fetchStatus).toBe('paused')
  expect(onScreen.getCurrentResult().error).toBeNull()
  expect(requestsTo(getBrandingColor)).toHaveLength(1)
  answer(getBrandingColor, '1f3a5f')
  queryClient.mount()
  onTestFinished(() => queryClient.unmount())
  onlineManager.setOnline(true)
  await expect.poll(() => onScreen.getCurrentResult().data).toBe('1f3a5f')
})

test('without a network nothing waits for answers that were invalidated', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  answer(getBrandingColor, '1f3a5f')
  const onScreen = new QueryObserver(queryClient, query(getBrandingColor))
  onTestFinished(onScreen.subscribe(() => undefined))
  await expect.poll(() => onScreen.getCurrentResult().data).toBe('1f3a5f')
  failToConnect(getBrandingColor)
  onlineManager.setOnline(false)
  await invalidate(getBrandingColor)
  expect(onScreen.getCurrentResult().data).toBe('1f3a5f')
})
