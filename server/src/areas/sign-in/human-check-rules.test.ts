import { expect, test } from 'vitest'
import { FAILURE_WINDOW_MINUTES, FAILURES_BEFORE_CHECK, failureSources, sourceOfNetwork } from './human-check-rules.ts'

test('failed sign-ins are counted by user name, which is not stored, and by network (B16)', () => {
  const policy = { mode: 'after-failures', countsNetworks: true } as const
  const name = 'name:ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0'
  expect(failureSources('abc', '192.0.2.0/24', policy)).toEqual([name, 'network:192.0.2.0/24'])
  expect(failureSources('abc', '192.0.2.0/24', { ...policy, countsNetworks: false })).toEqual([name])
  expect(sourceOfNetwork('192.0.2.0/24')).toBe('network:192.0.2.0/24')
})

test('three failures within a quarter of an hour ask for a check (B16)', () => {
  expect([FAILURES_BEFORE_CHECK, FAILURE_WINDOW_MINUTES]).toEqual([3, 15])
})
