import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import {
  addJobSchedule,
  changeJobSchedule,
  type JobSchedule,
  listJobKinds,
  listJobRuns,
  listJobSchedules,
  previewJobSchedule,
  removeJobSchedule,
  restoreJobSchedule,
  runJobNow,
} from '@portico/contract/jobs/jobs.ts'
import { invalidate } from '../../api/query.ts'
import { answer, refuse, requestsTo } from '../../../test/answer.ts'
import { expectClosesAfter } from '../../../test/closing.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { signInAgain } from '../../../test/sign-in-again.ts'
import { jobAddress } from './job-links.tsx'
// Loaded with the tests, so that the first test does not wait for it.
import './JobSchedulePage.tsx'

const purge: JobSchedule = {
  jobScheduleSetupId: 7,
  jobCd: 'mail-purge',
  jobNm: 'Delete old mail',
  cronTxt: '35 3 * * *',
  timeZone: null,
  parametersTxt: '',
  notifyEmailTxt: null,
  disableFlg: false,
  lastRunDt: new Date('2026-11-22T09:35:00Z'),
  lastStatus: 'failed',
  lastMessage: 'The disk is full',
  nextRunDt: new Date('2026-11-23T09:35:00Z'),
  version: 3,
}
const nextRunDts = [1, 2, 3, 4, 5].map((day) => new Date(Date.UTC(2026, 11, day, 9, 35)))

beforeEach(() => {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 5, pageNm: 'Database Maintenance' }])
  answer(listJobSchedules, [purge])
  answer(listJobKinds, {
    businessTimeZone: 'America/Chicago',
    jobs: [
      { jobCd: 'mail-purge', jobNm: 'Delete old mail', cronTxt: '35 3 * * *', timeZone: null },
      { jobCd: 'openid-purge', jobNm: 'Delete expired sign-ons', cronTxt: '*/10 * * * *', timeZone: 'UTC' },
    ],
  })
  answer(previewJobSchedule, { nextRunDts })
  signInAs({ internalUserFlg: true })
})

async function openPage(search = '', heading = 'Job schedule') {
  const page = renderPage(`/content-authenticated/database-maintenance/job-schedule${search}`)
  await screen.findByRole('heading', { name: heading, level: 1 })
  return page
}
type Visitor = Awaited<ReturnType<typeof openPage>>['person']
const choose = async (person: Visitor, entry: string) => {
  await person.click(await screen.findByRole('button', { name: 'Actions for Delete old mail' }))
  await person.click(await screen.findByRole('menuitem', { name: entry }))
}
const repeat = () => screen.findByRole('combobox', { name: 'Runs' })
const typeCron = async (person: Visitor) => {
  await person.selectOptions(await repeat(), 'By a cron expression')
  return screen.getByRole('textbox', { name: 'Cron expression' })
}
const save = (person: Visitor) => person.click(screen.getByRole('button', { name: 'Save job' }))

test('I see every job with its schedule in words, its next and its last run (JOBS-001, JOBS-002, JOBS-003)', async () => {
  await openPage()
  const row = within(await screen.findByRole('row', { name: /Delete old mail/ }))
  row.getByText('At 3:35 AM, every day')
  row.getByText(/^11\/23\/2026/)
  row.getByText('Failed')
  row.getByText('The disk is full')
  const here = within(await screen.findByRole('navigation', { name: 'Administration screens' }))
  expect(here.getByRole('link', { name: 'Job schedule' }).getAttribute('aria-current')).toBe('page')
})

test('a job is changed in the place of the list, and I come back to its row (JOBS-004)', async () => {
  answer(changeJobSchedule, { ...purge, version: 4 })
  const { person, address } = await openPage()
  await choose(person, 'Edit')
  await screen.findByRole('heading', { name: 'Edit “Delete old mail”', level: 1 })
  expect(screen.queryByRole('table')).toBeNull()
  await person.selectOptions(await repeat(), 'Monday to Friday')
  await screen.findByText('At 3:35 AM, Monday to Friday')
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '06:30' } })
  await screen.findByText('At 6:30 AM, Monday to Friday')
  const runs = within(await screen.findByRole('region', { name: 'Next five runs' }))
  expect(await runs.findAllByRole('listitem')).toHaveLength(5)
  await waitFor(() => expect(requestsTo(previewJobSchedule).at(-1)?.search).toContain('1-5'))
  await person.type(screen.getByRole('textbox', { name: 'Email if it fails' }), 'ops@portal.test')
  await save(person)
  await screen.findByText('The job has been changed.')
  expect(requestsTo(changeJobSchedule)[0]?.body).toEqual({
    jobNm: 'Delete old mail',
    cronTxt: '30 6 * * 1-5',
    timeZone: '',
    parametersTxt: '',
    notifyEmailTxt: 'ops@portal.test',
    disableFlg: 'N',
    version: 3,
  })
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions for Delete old mail' })),
  )
  expect(address()).toContain('from=7')
})

test('the days of dormant users are edited with their job, and shown with no other one (decision I2)', async () => {
  answer(listJobSchedules, [
    { ...purge, jobCd: 'dormant-users', parametersTxt: 'inactivateAfterDays=90 noticeDays=14' },
  ])
  answer(changeJobSchedule, { ...purge, version: 4 })
  const { person } = await openPage('?edit=7', 'Edit “Delete old mail”')
  const days = screen.getByRole('textbox', { name: 'Days' })
  await person.clear(days)
  await person.type(days, 'noticeDays=90')
  await save(person)
  await screen.findByText(/^Enter it like inactivateAfterDays=90 noticeDays=14/)
  expect(document.activeElement).toBe(days)
  expect(requestsTo(changeJobSchedule)).toHaveLength(0)
  await person.clear(days)
  await person.type(days, 'inactivateAfterDays=180')
  await save(person)
  await screen.findByText('The job has been changed.')
  expect(requestsTo(changeJobSchedule)[0]?.body).toMatchObject({ parametersTxt: 'inactivateAfterDays=180' })
})

test('an invalid form is not sent, and each error is at its field (JOBS-009)', async () => {
  const { person } = await openPage('?edit=7', 'Edit “Delete old mail”')
  const cron = await typeCron(person)
  for (const [typed, message] of [
    [
      '* * * * * *',
      'Enter five fields: minute, hour, day of the month, month and weekday. Jobs run at most once a minute.',
    ],
    ['0 0 30 2 *', 'This never runs: there is no such date.'],
    ['   ', 'This field is required'],
  ] as const) {
    await person.clear(cron)
    await person.type(cron, typed)
    await save(person)
    await screen.findByText(message)
    expect(document.activeElement).toBe(cron)
  }
  await person.type(screen.getByRole('textbox', { name: 'Email if it fails' }), 'nobody')
  await save(person)
  const flag = await screen.findByRole('alert')
  expect(flag.textContent).toContain('Email if it fails')
  expect(requestsTo(changeJobSchedule)).toHaveLength(0)
})

test('a change of another administrator while I edit is kept, and mine is saved with the version that I see', async () => {
  answer(changeJobSchedule, { ...purge, version: 5 })
  const { person } = await openPage('?edit=7', 'Edit “Delete old mail”')
  await person.type(screen.getByRole('textbox', { name: 'Email if it fails' }), 'ops@portal.test')
  answer(listJobSchedules, [{ ...purge, cronTxt: '0 4 * * *', version: 4 }])
  await act(() => invalidate(listJobSchedules))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Time').value).toBe('04:00'))
  await save(person)
  await screen.findByText('The job has been changed.')
  expect(requestsTo(changeJobSchedule)[0]?.body).toMatchObject({
    cronTxt: '0 4 * * *',
    notifyEmailTxt: 'ops@portal.test',
    version: 4,
  })
})

test('what I typed into one job when my session ended waits for that job, and stands in no other one', async () => {
  const other = { ...purge, jobScheduleSetupId: 8, jobCd: 'openid-purge', jobNm: 'Delete expired sign-ons' }
  answer(listJobSchedules, [purge, other])
  const { person, router } = await openPage('?edit=7', 'Edit “Delete old mail”')
  const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email if it fails' })
  await person.type(email(), 'ops@portal.test')
  await signInAgain({ internalUserFlg: true })
  await screen.findByRole('heading', { name: 'Edit “Delete old mail”', level: 1 })
  expect(email().value).toBe('ops@portal.test')
  await act(() => router.navigate({ href: jobAddress.edit(8), ignoreBlocker: true }))
  await screen.findByRole('heading', { name: 'Edit “Delete expired sign-ons”', level: 1 })
  expect(email().value).toBe('')
})

test('I choose in words when a job runs, without knowing cron expressions', async () => {
  answer(changeJobSchedule, { ...purge, version: 4 })
  const { person } = await openPage('?edit=7', 'Edit “Delete old mail”')
  const words = within(await screen.findByRole('region', { name: 'Next five runs' })).getByRole('status')
  const choose = async (field: string, option: string) =>
    person.selectOptions(await screen.findByRole('combobox', { name: field }), option)
  const steps: [field: string, option: string, words: string][] = [
    ['Runs', 'Every few minutes', 'Every 10 minutes'],
    ['Interval', 'Every minute', 'Every minute'],
    ['Runs', 'Every few hours', 'Every hour'],
    ['Interval', 'Every 6 hours', 'Every 6 hours at minute 0'],
    ['At minute', '20', 'Every 6 hours at minute 20'],
    ['Runs', 'Once a week', 'At 6:20 AM, every Monday'],
    ['Weekday', 'Friday', 'At 6:20 AM, every Friday'],
    ['Runs', 'Once a month', 'At 6:20 AM, on day 1 of the month'],
    ['Day of the month', '31', 'At 6:20 AM, on day 31 of the month'],
    ['Day of the month', 'Last day', 'At 6:20 AM, on the last day of the month'],
  ]
  for (const [field, option, expected] of steps) {
    await choose(field, option)
    expect(words.textContent).toBe(expected)
  }
  const time = screen.getByLabelText<HTMLInputElement>('Time')
  fireEvent.change(time, { target: { value: '' } })
  expect(time.value).toBe('06:20')
  expect(words.textContent).toBe('At 6:20 AM, on the last day of the month')
  await save(person)
  await screen.findByText('The job has been changed.')
  expect(requestsTo(changeJobSchedule)[0]?.body).toMatchObject({ cronTxt: '20 6 L * *' })
})

test('a cron expression is not taken from me while I type it', async () => {
  answer(listJobSchedules, [{ ...purge, cronTxt: '30 6 13 * 5' }])
  const { person } = await openPage('?edit=7', 'Edit “Delete old mail”')
  const cron = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Cron expression' })
  await person.clear(cron)
  await person.type(cron, '30 6 * * 1,3')
  expect(cron.value).toBe('30 6 * * 1,3')
  expect(document.activeElement).toBe(cron)
})

test('next runs that cannot be worked out say so, and are asked for again', async () => {
  refuse(previewJobSchedule, 500, 'Broken')
  const { person } = await openPage('?edit=7', 'Edit “Delete old mail”')
  const runs = within(await screen.findByRole('region', { name: 'Next five runs' }))
  await runs.findByText('We couldn’t work out the next runs.')
  answer(previewJobSchedule, { nextRunDts })
  await person.click(runs.getByRole('button', { name: 'Try again' }))
  expect(await runs.findAllByRole('listitem')).toHaveLength(5)
  expect(document.activeElement).not.toBe(document.body)
})

test('what the server refuses is at its field: a time zone that does not exist', async () => {
  const message = 'There is no such time zone.'
  refuse(changeJobSchedule, 422, message, [{ field: 'timeZone', message }])
  refuse(previewJobSchedule, 422, message)
  const { person } = await openPage('?edit=7', 'Edit “Delete old mail”')
  await person.type(screen.getByRole('textbox', { name: 'Time zone' }), 'Mars/Olympus')
  const runs = within(screen.getByRole('region', { name: 'Next five runs' }))
  await runs.findByText(message)
  expect(runs.queryByRole('button')).toBeNull()
  const cron = await typeCron(person)
  await person.clear(cron)
  await runs.findByText('Choose when the job runs to see them.')
  await person.type(cron, '0 7 * * *')
  await save(person)
  await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThan(1))
})

test('only a job that is not scheduled can be added, with its shipped schedule (JOBS-011)', async () => {
  answer(addJobSchedule, { ...purge, jobScheduleSetupId: 8 })
  const { person } = await openPage()
  await person.click(screen.getByRole('link', { name: 'Add job' }))
  await screen.findByRole('heading', { name: 'Add job', level: 1 })
  await save(person)
  await screen.findAllByText('This field is required')
  const job = screen.getByRole('combobox', { name: 'Job' })
  expect(
    within(job)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Select One', 'Delete expired sign-ons'])
  await person.selectOptions(job, 'Delete expired sign-ons')
  const interval = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Interval' })
  expect(interval.selectedOptions[0]?.text).toBe('Every 10 minutes')
  const cron = await typeCron(person)
  await person.clear(cron)
  await person.type(cron, '0 * * * *')
  const zone = screen.getByRole('textbox', { name: /^Time zone/ })
  await person.clear(zone)
  await person.type(zone, 'Europe/Berlin')
  await person.click(screen.getByRole('button', { name: 'Use the shipped schedule' }))
  expect(screen.queryByRole('textbox', { name: 'Cron expression' })).toBeNull()
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Interval' })).value).toBe('10')
  await save(person)
  await screen.findByText('The job has been added.')
  expect(requestsTo(addJobSchedule)[0]?.body).toMatchObject({ jobCd: 'openid-purge', timeZone: 'UTC', disableFlg: 'N' })
})

test('where every job is scheduled, adding one says so instead of showing a form without a choice', async () => {
  answer(listJobKinds, {
    businessTimeZone: 'America/Chicago',
    jobs: [{ jobCd: 'mail-purge', jobNm: 'Delete old mail', cronTxt: '35 3 * * *', timeZone: null }],
  })
  const { person } = await openPage('?edit=new')
  const add = screen.getByRole('button', { name: /^Add job/ })
  expect(add.getAttribute('aria-disabled')).toBe('true')
  const why = 'Every job of the portal is scheduled already, so none can be added.'
  expect(add.textContent).toContain(why)
  // Also where nothing points at the button.
  expect(screen.getByText((text) => text.startsWith('What the portal does') && text.endsWith(why))).toBeDefined()
  await person.click(add)
  expect(screen.queryByRole('combobox', { name: 'Job' })).toBeNull()
})

test('a job is run now; while it runs or waits the answer says so', async () => {
  answer(runJobNow, null, { message: 'The job runs as soon as a node is free.' })
  const { person } = await openPage()
  await choose(person, 'Run now')
  await screen.findByText('The job runs as soon as a node is free.')
  refuse(runJobNow, 422, 'This job is already waiting or running.')
  await choose(person, 'Run now')
  await screen.findByText('This job is already waiting or running.')
})

test('a job is disabled and enabled from its row (JOBS-006)', async () => {
  answer(changeJobSchedule, { ...purge, disableFlg: true, version: 4 })
  const { person } = await openPage()
  answer(listJobSchedules, [{ ...purge, disableFlg: true, nextRunDt: null, version: 4 }])
  await choose(person, 'Disable')
  await screen.findByText('The job no longer runs by itself.')
  expect(requestsTo(changeJobSchedule)[0]?.body).toEqual({ disableFlg: 'Y', version: 3 })
  await screen.findByText('Disabled')
  answer(changeJobSchedule, purge)
  await choose(person, 'Enable')
  await screen.findByText('The job runs by itself again.')
})

test('a deletion closes its dialog after 3.5 s and is undone from the message about it (JOBS-008)', async () => {
  answer(removeJobSchedule, { undoId: 41, undoUntilDt: new Date('2026-11-22T16:00:00Z') })
  answer(restoreJobSchedule, purge)
  const { person } = await openPage()
  await choose(person, 'Delete')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete job' }))
  dialog.getByText(/^“Delete old mail” no longer runs by itself\./)
  await expectClosesAfter(dialog.getByRole('button', { name: 'Delete job' }), 'The job has been deleted.', 3_500)
  expect(requestsTo(removeJobSchedule)[0]?.search).toContain('version=3')
  await person.click(await screen.findByRole('button', { name: 'Undo', hidden: true }))
  await screen.findByText('The job is back.')
  expect(requestsTo(restoreJobSchedule)[0]?.body).toEqual({ undoId: 41 })
})

test('the runs of a job show when, how long, and what they said', async () => {
  const run = (jobRunId: number, startedDt: string, seconds: number | null, messageTxt: string) => ({
    jobRunId,
    startedDt: new Date(startedDt),
    endedDt: seconds === null ? null : new Date(new Date(startedDt).getTime() + seconds * 1000),
    runStatus: seconds === null ? ('running' as const) : ('done' as const),
    messageTxt,
  })
  answer(
    listJobRuns,
    [run(2, '2026-11-22T09:35:00Z', null, ''), run(1, '2026-11-21T09:35:00Z', 95, 'Deleted 12 emails.')],
    { headers: { 'x-total-count': '2' } },
  )
  const { person } = await openPage()
  await choose(person, 'Show runs')
  await screen.findByRole('heading', { name: 'Runs of “Delete old mail”', level: 1 })
  await screen.findByText('Running')
  screen.getByText('1 min 35 s')
  screen.getByText('Deleted 12 emails.')
  await person.click(screen.getByRole('link', { name: 'All jobs' }))
  await screen.findByRole('heading', { name: 'Job schedule', level: 1 })
})

test('without a schedule the list says what to do', async () => {
  answer(listJobSchedules, [])
  await openPage('?edit=99')
  await screen.findByText('No job is scheduled.')
})
