import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../test/portal.ts'
import { readMailbox } from '../areas/mail/public.ts'
import { mailJobFailure } from './job-registry.ts'
import { createMailComposer } from './mail-services.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

test('the email about a job that failed says which it is, and why, once for each run', async () => {
  const report = mailJobFailure(portal.database)
  const failure = { runId: 7, name: 'Seal', message: 'The disk is full', notifyEmail: 'ops@portal.test' }
  for (const runId of [7, 7, 8]) await report({ ...failure, runId })
  const mails = await readMailbox(portal.database.requests, createMailComposer(portal.config))
  expect(mails.map(({ to }) => to)).toEqual(['ops@portal.test', 'ops@portal.test'])
  for (const { mail } of mails) {
    expect(mail?.subject).toContain('Seal')
    expect(mail?.subject).not.toContain('The disk is full')
    expect(mail?.text).toContain('The disk is full')
  }
})
