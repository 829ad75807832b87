import type { addJobSchedule, JobScheduleChange } from '@portico/contract/jobs.ts'
import type { z } from 'zod'
import { Refusal, refuse, refuseStale, type StandardRefusal, refuseField, isStaleVersion } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences, type Wording } from '../../http/sentences.ts'
import { scheduleProblem } from '../../jobs/next-runs.ts'
import type { QueueName } from '../../jobs/queue.ts'
import { schedules } from '../../jobs/schedule.ts'
import type { Stores } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import { parameterProblem } from './job-parameters.ts'
import { auditState, changedFields, problemAt } from './job-schedule-view.ts'
import type { LockedSchedule, ScheduleFields } from './job-schedule-store.ts'

export type ScheduleStores = Pick<Stores, 'audit' | 'jobs' | 'jobSchedules' | 'undo'>

/** What changes of a schedule are read by. */
export interface ScheduleReading {
  businessTimeZone: string
  /** Of the administrator, who may send the shipped name of a job in their own words. */
  wording: Wording
}

type NewSchedule = z.output<typeof addJobSchedule.body>

const UNDO = 'delete job_schedules'

/** Codes of the jobs that can be scheduled. */
export const jobCodes: readonly QueueName[] = schedules.map(({ name }) => name)

function record(
  { audit }: ScheduleStores,
  context: CallContext,
  id: number,
  [before, after]: readonly [LockedSchedule | null, LockedSchedule | null],
): void {
  const target = { event: 'job_schedule_changed', kind: 'job-schedule', id, clientId: null } as const
  audit.change(context, target, before && auditState(before), after && auditState(after))
}

/** A schedule of the version that the caller knows; a removed one is not there. */
async function lock(
  { jobSchedules }: ScheduleStores,
  id: number,
  version?: number,
): Promise<LockedSchedule | StandardRefusal> {
  const locked = await jobSchedules.lock(id)
  if (!locked || locked.isRemoved || !jobCodes.some((code) => code === locked.code))
    return refuse('404', sentences.not_found)
  return isStaleVersion(version, locked.version)
    ? refuseStale(locked, sentences.job_stale, sentences.job_stale_unknown)
    : locked
}

async function reread({ jobSchedules }: ScheduleStores, id: number): Promise<LockedSchedule> {
  const locked = await jobSchedules.lock(id)
  if (!locked) throw new Error('The job schedule is gone although it was locked.')
  return locked
}

function refusalOf({ cron, timeZone }: ScheduleFields, businessTimeZone: string): StandardRefusal | null {
  const problem = scheduleProblem(cron, timeZone ?? businessTimeZone)
  return problem && refuseField(problemAt[problem].field, problemAt[problem].message)
}

function refuseParameters(code: string, { parameters }: ScheduleFields): StandardRefusal | null {
  const problem = parameterProblem(code, parameters)
  return problem && refuseField('parametersTxt', problem)
}

/** Schedules a job of the registry that is not scheduled (JOBS-011). */
export async function addSchedule(
  stores: ScheduleStores,
  context: CallContext,
  { jobCd, ...change }: NewSchedule,
  { businessTimeZone, wording }: ScheduleReading,
): Promise<LockedSchedule | StandardRefusal> {
  const known = schedules.find(({ name }) => name === jobCd)
  if (!known) return refuseField('jobCd', sentences.job_unknown)
  const unset = { timeZone: null, parameters: '', notifyEmail: null, isDisabled: false }
  const fields = changedFields({ name: known.title, cron: known.cron, ...unset }, change, wording)
  const refusal = refusalOf(fields, businessTimeZone) ?? refuseParameters(jobCd, fields)
  if (refusal) return refusal
  const id = await stores.jobSchedules.add(jobCd, fields, context.caller.user.id)
  if (id === undefined) return refuseField('jobCd', sentences.job_scheduled_already)
  const added = await reread(stores, id)
  record(stores, context, id, [null, added])
  return added
}

/** Changes when a job runs; running nodes follow within seconds. */
export async function changeSchedule(
  stores: ScheduleStores,
  context: CallContext,
  id: number,
  change: JobScheduleChange,
  { businessTimeZone, wording }: ScheduleReading,
): Promise<LockedSchedule | StandardRefusal> {
  const before = await lock(stores, id, change.version)
  if (before instanceof Refusal) return before
  const fields = changedFields(before, change, wording)
  const isMoved = fields.cron !== before.cron || fields.timeZone !== before.timeZone
  const isOtherwise = fields.parameters !== before.parameters
  const refusal =
    (isMoved ? refusalOf(fields, businessTimeZone) : null) ??
    (isOtherwise ? refuseParameters(before.code, fields) : null)
  if (refusal) return refusal
  await stores.jobSchedules.change(id, fields, context.caller.user.id)
  const after = await reread(stores, id)
  record(stores, context, id, [before, after])
  return after
}

/** Lets a job no longer run by itself; a start does not add its default again. */
export async function removeSchedule(stores: ScheduleStores, context: CallContext, id: number, version?: number) {
  const before = await lock(stores, id, version)
  if (before instanceof Refusal) return before
  const userId = context.caller.user.id
  await stores.jobSchedules.setRemoved(id, true, userId)
  record(stores, context, id, [before, null])
  return stores.undo.offer({ kind: UNDO, userId, snapshot: { id } })
}

/** Takes back a deletion; refused where the job was added again meanwhile. */
export async function restoreSchedule(
  stores: ScheduleStores,
  context: CallContext,
  undoId: number,
): Promise<LockedSchedule | StandardRefusal> {
  const userId = context.caller.user.id
  const deleted = await stores.undo.take<{ id: number }>(UNDO, userId, undoId)
  if (!deleted) return refuse('404', sentences.undo_expired)
  const { isRemoved } = await reread(stores, deleted.id)
  if (!isRemoved) return refuse('409', sentences.job_scheduled_already)
  await stores.jobSchedules.setRemoved(deleted.id, false, userId)
  const restored = await reread(stores, deleted.id)
  record(stores, context, deleted.id, [null, restored])
  return restored
}

/** Lets a node run a job as soon as one is free; refused while it waits or runs, on whichever node. */
export async function runNow(stores: ScheduleStores, { caller, request }: CallContext, id: number) {
  const schedule = await lock(stores, id)
  if (schedule instanceof Refusal) return schedule
  const { code, name } = schedule
  if (!(await stores.jobs.runNow(code as QueueName))) return refuse('422', sentences.job_runs_already)
  stores.audit.record(request, {
    event: 'job_run_requested',
    ...auditActor(caller),
    clientId: null,
    target: { kind: 'job-schedule', id },
    after: { code, name },
  })
  return null
}
