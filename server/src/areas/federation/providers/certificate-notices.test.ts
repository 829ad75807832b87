import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { federatedEmployer, federatedUser, signOn } from '../../../../test/federated-world.ts'
import { IdentityProvider } from '../../../../test/identity-provider.ts'
import { jobContext } from '../../../../test/job-context.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { selfSigned } from '../../../../test/self-signed.ts'
import { checkDatabase } from '../../../doctor/check-database.ts'
import type { JobDefinition } from '../../../jobs/job.ts'
import { createMailComposer } from '../../../composition/mail-services.ts'
import { createMetrics } from '../../../ops/metrics.ts'
import { statementTimes } from '../../../ops/statement-times.ts'
import { readMailbox } from '../../mail/public.ts'
import { certificateNoticesJob, certificatePurgeJob } from './certificate-notices.job.ts'

const DAY = 86_400_000

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.moveClock('0')
  await portal.owner('delete from outbox_mails')
  await portal.owner('delete from saml_providers')
  await portal.owner('update user_system_grants set valid_to = clock_now() where valid_to is null')
})

/** A portal administrator. */
async function administrator(columns: Record<string, unknown> = {}, isAdmin = true) {
  const user = await portal.make.user({ is_internal: true, ...columns })
  await portal.owner('insert into user_system_grants (user_id, system_id, is_admin) values ($1, 2, $2)', [
    user.id,
    isAdmin,
  ])
  return user
}
/** An employer whose provider's certificate expires in so many days, plus an hour. */
const endingIn = (days: number) =>
  federatedEmployer(portal, {
    provider: new IdentityProvider(undefined, selfSigned(undefined, new Date(Date.now() + days * DAY + 3_600_000))),
  })

const run = (job: Pick<JobDefinition, 'run'>) => job.run({}, jobContext())
const notify = () => run(certificateNoticesJob({ db: portal.database.jobs }))
const purge = () => run(certificatePurgeJob({ db: portal.database.jobs }))
const mails = () => readMailbox(portal.database.requests, createMailComposer(portal.config))
const subjects = async () => (await mails()).map(({ to, mail }) => `${to.split('@')[0]}: ${mail?.subject}`).toSorted()

test('portal administrators are notified 60, 30 and 7 days before a certificate expires, once each (decision I2)', async () => {
  const admin = await administrator()
  await endingIn(62)
  const mailedOn: string[] = []
  for (const day of [0, 1, 2, 3, 31, 32, 33, 54, 55, 56, 61, 62, 70]) {
    await portal.moveClock(`${day} days`)
    await notify()
    await notify()
    const now = await subjects()
    if (now.length > mailedOn.length) mailedOn.push(`day ${day}`)
    expect(now).toHaveLength(mailedOn.length)
  }
  expect(mailedOn).toEqual(['day 3', 'day 33', 'day 56'])
  expect(await subjects()).toContain(`${admin.userName}: Test: certificate expires in 60 days`)
})

test('the email names the provider, the expiry and what to do', async () => {
  await administrator()
  const { clientId } = await endingIn(20)
  await portal.owner(`update clients set name = 'Lindqvist & Søn' where id = $1`, [clientId])
  await notify()
  const [entry] = await mails()
  expect(entry?.mail?.text).toContain('Lindqvist & Søn')
  // The first notice that is due is the one of 30 days; what it says is how many days are left.
  expect(entry?.mail?.subject).toBe('Test: certificate expires in 21 days')
  expect(entry?.mail?.text).toMatch(/expires on \w+ \d+, \d{4} at \d+:\d\d [AP]M C[SD]T\./)
  expect(entry?.mail?.text).toContain('npm run portal -- saml-provider renew --metadata FILE')
})

test('only users who can replace it are notified, and only of a provider that has employers', async () => {
  await administrator({ status: 2 })
  await administrator({ is_internal: false })
  await administrator({}, false)
  const former = await administrator()
  await portal.owner('update user_system_grants set valid_to = clock_now() where user_id = $1', [former.id])
  const { providerId } = await endingIn(20)
  await notify()
  expect(await subjects()).toEqual([])
  await administrator()
  await portal.owner('delete from saml_provider_clients where provider_id = $1', [providerId])
  await notify()
  expect(await subjects()).toEqual([])
})

test('the former certificate is deleted once it has expired; until then both sign users in', async () => {
  const employer = await federatedEmployer(portal)
  await federatedUser(portal, employer, 'ann')
  const next = selfSigned()
  await portal.owner(
    `update saml_providers set previous_certificate = certificate, certificate = $2,
       previous_certificate_expires_at = clock_now() + interval '14 days' where id = $1`,
    [employer.providerId, next.certificate],
  )
  await purge()
  expect((await signOn(portal, employer, { nameId: 'ann' })).entry.code).toMatch(/^(200|409)$/)
  expect((await signOn(portal, employer, { nameId: 'ann', key: next })).entry.code).toMatch(/^(200|409)$/)
  await portal.moveClock('15 days')
  await purge()
  await portal.moveClock('0')
  expect(await portal.owner('select previous_certificate as former from saml_providers')).toEqual([{ former: null }])
  expect((await signOn(portal, employer, { nameId: 'ann' })).posted.ticket).toBe('')
})

test('operators see the expiry in the metrics and in doctor', async () => {
  const metrics = createMetrics({
    build: { version: '1', commit: null },
    database: portal.database,
    statements: statementTimes(),
    verifications: () => 0,
    storageFolder: null,
    timeoutMs: 50_000,
  })
  const figure = async () => /^portal_saml_certificate_remaining_seconds (\S+)/m.exec((await metrics.text()).body)?.[1]
  const finding = async () => (await checkDatabase(portal.config.databaseUrl ?? '')).at(-1)
  expect(await figure()).toBe('Nan')
  expect(await finding()).toMatchObject({ ok: true, message: expect.stringContaining('No certificate') as string })
  const { providerId, provider } = await endingIn(20)
  await notify()
  expect(Number(await figure()) / 86_400).toBeCloseTo(20, 0)
  expect(await finding()).toMatchObject({
    ok: true,
    message: expect.stringContaining(`(${providerId}) in 20 days`) as string,
  })
  await portal.moveClock('16 days')
  expect(await finding()).toMatchObject({ ok: false, message: expect.stringContaining('in 4 days') as string })
  await portal.moveClock('21 days')
  expect(await finding()).toMatchObject({ ok: false, message: expect.stringContaining('has ended') as string })
  const [row] = await portal.owner('select certificate_expires_at as ends from saml_providers')
  expect(row?.['ends']).toEqual(new X509Certificate(provider.keys.certificate).validToDate)
})
