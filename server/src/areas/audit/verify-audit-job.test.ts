import { getAuditVerification } from '@portico/contract/audit/audit.ts'
import { storedSentence } from '@portico/contract/texts/stored-words.ts'
import { auditProblemTexts } from '@portico/contract/audit/audit-problem-texts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { keyRing } from '../../crypto/key-ring.ts'
import { everything } from '../../db/scope.ts'
import { type Jobs, startJobs } from '../../jobs/runner.ts'
import { createLogger } from '../../logging.ts'
import { sealAuditJob } from './seal-audit.job.ts'
import { verifyAuditJob } from './verify-audit.job.ts'
import { recordAudit } from './audit-store.ts'

let portal: Portal
let jobs: Jobs
let admin: Browser
const logged: string[] = []
beforeAll(async () => {
  portal = await startPortal()
  const holder = await portal.make.user()
  await portal.make.adminPages(holder, ['Audit Trail'])
  admin = await openSession(portal, holder)
  const { secretKeys } = portal.config
  const deps = { db: portal.database.jobs, keys: keyRing(secretKeys) }
  jobs = await startJobs({
    url: portal.config.databaseUrl ?? '',
    database: portal.database,
    logger: createLogger('info', 'test', { write: (line: string) => void logged.push(line) }),
    timeZone: 'UTC',
    jobs: [sealAuditJob(deps), verifyAuditJob(deps)],
    onlyDrained: true,
  })
})
afterAll(async () => {
  await jobs.stop()
  await portal.close()
})

const verification = () => admin.call(getAuditVerification, { params: { uid: admin.userId } })
const sealThree = async () => {
  await portal.database.requests.transact(everything, async (tx) => {
    for (let n = 0; n < 3; n++)
      recordAudit(tx, null, { event: 'user_updated', actorId: 1, subjectId: null, sessionId: null, after: { n } })
  })
  await jobs.drain('seal-audit')
}

test('the audit trail says when it was last verified and that it was whole; before the first time it says nothing', async () => {
  expect(await verification()).toBeNull()
  await sealThree()
  await jobs.drain('verify-audit')
  const found = await verification()
  expect(found).toMatchObject({ intactFlg: true, problemTxt: null })
  expect(found?.sealCnt).toBeGreaterThanOrEqual(3)
  expect(Math.abs(Date.now() - (found?.verifiedDt.getTime() ?? 0))).toBeLessThan(600_000)
})

test('numbers of events of a day that are wrong are repaired by the next verification, which logs of how many days', async () => {
  const client = await portal.make.client()
  const act = () =>
    portal.database.requests.transact(everything, async (tx) => {
      const before = {
        event: 'user_updated',
        actorId: null,
        subjectId: null,
        sessionId: null,
        clientId: client,
      } as const
      recordAudit(tx, null, before)
    })
  const counts = async () =>
    (await portal.owner('select client_id, events from audit_day_counts order by 1, 2')).map(
      ({ client_id, events }) => [client_id, events],
    )
  await act()
  await sealThree()
  // Not sealed: it is counted when it is.
  await act()
  const right = await counts()
  expect(right).toContainEqual([client, 1])
  await portal.owner('update audit_day_counts set events = events + 5 where client_id = 0')
  await portal.owner('delete from audit_day_counts where client_id = $1', [client])
  await portal.owner(`insert into audit_day_counts values (0, '2020-02-29', 7)`)
  const [wrong] = await portal.owner('select count(distinct day)::integer as days from audit_day_counts')
  await jobs.drain('verify-audit')
  expect(await counts()).toEqual(right)
  const repaired = () => logged.filter((line) => line.includes('numbers of audit events were wrong'))
  expect(JSON.parse(repaired()[0] ?? '{}')).toMatchObject({ days: wrong?.['days'] })
  await jobs.drain('verify-audit')
  expect(repaired()).toHaveLength(1)
  await jobs.drain('seal-audit')
  expect(await counts()).toContainEqual([client, 2])
})

test('a changed event is found by the next verification, which fails, and everyone who reads the trail sees it', async () => {
  const [sealed] = await portal.owner('select sequence, event_id from audit_seals order by sequence limit 1')
  await portal.owner(`update audit_events set after = '{}', before = '{"changed":1}' where id = $1`, [
    sealed?.['event_id'],
  ])
  await jobs.drain('verify-audit').catch(() => undefined)
  expect(await verification()).toMatchObject({
    intactFlg: false,
    problemTxt: `the event or a seal before it has been changed (seal ${String(sealed?.['sequence'])}, event ${String(sealed?.['event_id'])})`,
  })
  const german = await portal.make.user({ language: 'de' })
  await portal.make.adminPages(german, ['Audit Trail'])
  const reader = await openSession(portal, german)
  const { problemTxt } = (await reader.call(getAuditVerification, { params: { uid: reader.userId } })) ?? {}
  expect(problemTxt).toBe(
    `Das Ereignis oder ein Siegel davor wurde geändert (Siegel ${String(sealed?.['sequence'])}, Ereignis ${String(sealed?.['event_id'])})`,
  )
})

test('every problem that the database can find is read in the language of the reader', async () => {
  const [source] = await portal.owner(`select pg_get_functiondef('verify_audit_events'::regproc) as text`)
  const problems = [...String(source?.['text']).matchAll(/'((?:a|the|this) [^']+)'/g)].map(([, text = '']) => text)
  expect(problems).toHaveLength(4)
  for (const problem of problems) {
    const recorded = `${problem} (${problem.startsWith('this event') ? '' : 'seal 3, '}event 12)`
    expect(storedSentence(auditProblemTexts, recorded)?.values['event']).toBe('12')
  }
})
