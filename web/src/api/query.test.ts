import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { getBrandingColor, getPrimaryButtonColor } from '@portico/contract/branding.ts'
import { answer, asked, fail, refuse } from '../../test/answer.ts'
import { signInAs } from '../../test/people.ts'
import { invalidate, query, queryClient } from './query.ts'

beforeEach(() => signInAs())

test('what was asked a moment ago is not asked again', async () => {
  answer(getBrandingColor, '1f3a5f')
  expect(await queryClient.ensureQueryData(query(getBrandingColor))).toBe('1f3a5f')
  expect(await queryClient.ensureQueryData(query(getBrandingColor))).toBe('1f3a5f')
  expect(asked(getBrandingColor)).toHaveLength(1)
})

test('invalidating a call asks again where its answer is on screen, whatever it was asked with', async () => {
  answer(getPrimaryButtonColor, '8b1e3f')
  const onScreen = new QueryObserver(queryClient, query(getPrimaryButtonColor, { params: { uid: 7 } }))
  const leave = onScreen.subscribe(() => undefined)
  await expect.poll(() => onScreen.getCurrentResult().data).toBe('8b1e3f')
  answer(getPrimaryButtonColor, '0057b8')
  await invalidate(getPrimaryButtonColor)
  expect(onScreen.getCurrentResult().data).toBe('0057b8')
  leave()
})

test('a refusal is not repeated, a lost connection is', async () => {
  refuse(getBrandingColor, 500, 'Broken.')
  await expect(queryClient.fetchQuery(query(getBrandingColor))).rejects.toThrow('Broken.')
  expect(asked(getBrandingColor)).toHaveLength(1)
  fail(getBrandingColor)
  await expect(queryClient.fetchQuery({ ...query(getBrandingColor), retryDelay: 0 })).rejects.toThrow(
    'There is no connection',
  )
  expect(asked(getBrandingColor)).toHaveLength(1 + 3)
})

test('without a network a call fails at once, and is asked anew when there is one again', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  fail(getBrandingColor)
  onlineManager.setOnline(false)
  const onScreen = new QueryObserver(queryClient, query(getBrandingColor))
  onTestFinished(onScreen.subscribe(() => undefined))
  await expect.poll(() => onScreen.getCurrentResult().error?.message).toContain('There is no connection')
  expect(asked(getBrandingColor)).toHaveLength(1)
  answer(getBrandingColor, '1f3a5f')
  queryClient.mount()
  onTestFinished(() => queryClient.unmount())
  onlineManager.setOnline(true)
  await expect.poll(() => onScreen.getCurrentResult().data).toBe('1f3a5f')
})
