import { expect, test } from 'vitest'
import { commandRunner } from '../../test/command.ts'
import { jobsCommand } from './jobs.ts'

const commands = commandRunner()
const typed = async (...args: string[]) => {
  commands.clearOutput()
  await jobsCommand(args)
  return commands.output
}

test('an operator lists jobs, runs one now, disables and enables it', async () => {
  expect(await typed('list')).toContain('No job is scheduled')
  await commands.portal.owner(
    `insert into job_schedules (code, name, cron) values ('mail-purge', 'Delete old mail', '35 3 * * *')`,
  )
  expect(await typed('list')).toBe('mail-purge  35 3 * * * (business time zone)\n    no run yet\n')
  await commands.portal.owner(
    `insert into job_runs (job_code, queue_job_id, started_at, ended_at, result, message)
     values ('mail-purge', gen_random_uuid(), '2026-03-01 09:35Z', '2026-03-01 09:36Z', 'failed', 'The disk is full')`,
  )
  expect(await typed('list')).toContain('failed 2026-03-01 09:35 UTC: The disk is full')

  expect(await typed('run', 'mail-purge')).toContain('runs as soon as a node is free')
  expect(await typed('run', 'mail-purge')).toContain('waits or runs already')
  expect(await commands.portal.owner(`select data from jobs.job where name = 'mail-purge'`)).toEqual([
    { data: { isRequested: true } },
  ])

  await commands.portal.owner(
    `insert into job_schedules (code, name, cron, is_disabled) values ('seal-audit', 'Seal', '* * * * *', false), ('session-purge', 'Purge', '* * * * *', true)`,
  )
  const others = () =>
    commands.portal.owner(`select code, is_disabled from job_schedules where code <> 'mail-purge' order by code`)
  const before = await others()
  expect(await typed('disable', 'mail-purge')).toBe('mail-purge is disabled.\n')
  expect(await typed('list')).toContain('mail-purge  disabled')
  expect(await others()).toEqual(before)
  expect(await typed('enable', 'mail-purge')).toBe('mail-purge is enabled.\n')
  expect(await others()).toEqual(before)
  expect(
    await commands.portal.owner(
      `select before, after from audit_events where event = 'job_schedule_changed' order by id`,
    ),
  ).toMatchObject([
    { before: { isDisabled: false }, after: { isDisabled: true } },
    { before: { isDisabled: true }, after: { isDisabled: false } },
  ])
})

test('a job that does not exist is refused with where to look', async () => {
  for (const action of ['run', 'disable', 'enable'])
    await expect(typed(action, 'rm -rf')).rejects.toThrow('There is no job "rm -rf". List them with')
})
