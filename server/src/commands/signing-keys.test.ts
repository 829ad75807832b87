import { expect, test } from 'vitest'
import { commandRunner } from '../../test/command.ts'
import { certificatesOf, holderOf, launched, responseXml, samlApplication } from '../../test/saml-application.ts'
import { removeFormerKeys } from '../areas/signing-keys/public.ts'
import { everything } from '../db/scope.ts'
import { signingKeysCommand } from './signing-keys.ts'

const commands = commandRunner()
const typed = async (...args: string[]) => {
  commands.clearOutput()
  await signingKeysCommand(args)
  return commands.output
}

test('an operator rotates the key for SAML applications: both are in the metadata, sessions last, and each step is audited (S77)', async () => {
  const { portal } = commands
  expect(await typed('list')).toContain('There are no signing keys yet')
  const application = await samlApplication(portal)
  const { browser } = await holderOf(portal, application)
  await application.receive((await launched(browser, application)).fields)
  const [former = ''] = await certificatesOf(portal)

  expect(await typed('rotate', 'saml')).toMatch(/^Key \d+ is published and signs from /)
  const [current, next = ''] = await certificatesOf(portal)
  expect(current).toBe(former)
  expect(await typed('list')).toMatch(/^\d+ {2}saml {2}signs since .*\n\d+ {2}saml {2}signs from /)
  expect(responseXml(await launched(browser, application))).toContain(former)

  // The key that waits is taken, not one more.
  await typed('rotate', 'saml', '--in-days', '0')
  expect(await certificatesOf(portal)).toEqual([next, former])
  const later = responseXml(await launched(browser, application))
  expect([later.includes(next), later.includes(former)]).toEqual([true, false])

  expect(await typed('remove-former', 'saml')).toBe('Removed: 1.\n')
  expect(await certificatesOf(portal)).toEqual([next])
  expect(await typed('remove-former', 'saml')).toBe('There is no former key.\n')
  const events = await portal.owner(
    "select after->>'action' as action, after->>'by' as by from audit_events where event = 'signing_key_changed' order by id",
  )
  expect(events).toEqual([
    { action: 'published', by: 'signing-keys' },
    { action: 'rescheduled', by: 'signing-keys' },
    { action: 'removed', by: 'signing-keys' },
  ])
})

test('a wrong purpose or number of days changes nothing', async () => {
  await expect(typed('rotate', 'pgp')).rejects.toThrow('There are no keys for "pgp". Name saml or oidc.')
  await expect(typed('rotate', 'oidc', '--in-days', '91')).rejects.toThrow('--in-days must be 0 to 90.')
  await expect(typed('rotate', 'oidc', '--in-days', 'soon')).rejects.toThrow('--in-days must be 0 to 90.')
  expect(await commands.portal.owner("select from signing_keys where purpose = 'oidc'")).toEqual([])
})

test('the key that signs stays until its successor has signed for a week, however long that one was published before', async () => {
  const { portal } = commands
  const clear = async (clock: string) => {
    await portal.moveClock(clock)
    return portal.database.jobs.transact(everything, (tx) => removeFormerKeys(tx, { purpose: 'oidc', by: 'test' }))
  }
  await typed('rotate', 'oidc', '--in-days', '0')
  await portal.moveClock('1 minute')
  await typed('rotate', 'oidc', '--in-days', '10')
  expect(await clear('9 days')).toBe(0)
  expect(await clear('16 days')).toBe(0)
  expect(await clear('17 days 1 hour')).toBe(1)
  expect(await typed('list')).toMatch(/^\d+ {2}oidc {2}signs since /m)
})
