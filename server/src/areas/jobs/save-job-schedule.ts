import type { addJobSchedule, JobScheduleChange } from '@portico/contract/jobs/jobs.ts'
import type { z } from 'zod'
import { Refusal, refuse, refuseStale, type StandardRefusal, refuseField, isStaleVersion } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences, type Translate, type MessageRef } from '../../http/sentences.ts'
import { scheduleProblem } from '../../jobs/next-runs.ts'
import { type QueueName, runJobNow } from '../../jobs/queue.ts'
import { schedules } from '../../jobs/schedule.ts'
import { auditActor, auditChange, recordAudit } from '../audit/public.ts'
import { auditState, changedScheduleFields, problemAt, type RecordedSchedule } from './job-schedule-view.ts'
import {
  type LockedSchedule,
  type ScheduleFields,
  insertJobSchedule,
  lockJobSchedule,
  changeJobSchedule,
  setJobScheduleRemoved,
} from './job-schedule-store.ts'
import type { Tx } from '../../db/database.ts'
import { offerUndo, takeUndo } from '../undo/public.ts'
import { parseDormancy } from '@portico/contract/jobs/dormancy-rules.ts'

/** What changes of a schedule are read by. */
export interface ScheduleReading {
  businessTimeZone: string
  now: Date
  /** Of the administrator, who may send the shipped name of a job in their own words. */
  translate: Translate
}

type NewSchedule = z.output<typeof addJobSchedule.body>

const UNDO = 'delete job_schedules'

/** Codes of the jobs that can be scheduled. */
export const jobCodes: readonly QueueName[] = schedules.map(({ name }) => name)

/** Records what differs; false where nothing does. */
function record(
  tx: Tx,
  context: CallContext,
  id: number,
  [before, after]: readonly [RecordedSchedule | null, RecordedSchedule | null],
): boolean {
  const target = { event: 'job_schedule_changed', kind: 'job-schedule', id, clientId: null } as const
  return auditChange(tx, context, target, before && auditState(before), after && auditState(after))
}

/** A schedule of the version that the caller knows; a removed one is not there. */
async function lock(tx: Tx, id: number, version?: number): Promise<LockedSchedule | StandardRefusal> {
  const locked = await lockJobSchedule(tx, id)
  if (!locked || locked.isRemoved || !jobCodes.some((code) => code === locked.code))
    return refuse('404', sentences.not_found)
  return isStaleVersion(version, locked.version)
    ? refuseStale(locked, sentences.job_stale, sentences.job_stale_unknown)
    : locked
}

async function reread(tx: Tx, id: number): Promise<LockedSchedule> {
  const locked = await lockJobSchedule(tx, id)
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
  tx: Tx,
  context: CallContext,
  { jobCd, ...change }: NewSchedule,
  { businessTimeZone, translate }: ScheduleReading,
): Promise<LockedSchedule | StandardRefusal> {
  const known = schedules.find(({ name }) => name === jobCd)
  if (!known) return refuseField('jobCd', sentences.job_unknown)
  const unset = { timeZone: null, parameters: '', notifyEmail: null, isDisabled: false }
  const fields = changedScheduleFields({ name: known.title, cron: known.cron, ...unset }, change, translate)
  const refusal = refusalOf(fields, businessTimeZone) ?? refuseParameters(jobCd, fields)
  if (refusal) return refusal
  const id = await insertJobSchedule(tx, jobCd, fields, context.caller.user.id)
  if (id === undefined) return refuseField('jobCd', sentences.job_scheduled_already)
  const added = await reread(tx, id)
  record(tx, context, id, [null, added])
  return added
}

/** Changes when a job runs; running nodes follow within seconds. */
export async function changeSchedule(
  tx: Tx,
  context: CallContext,
  id: number,
  change: JobScheduleChange,
  { businessTimeZone, translate }: ScheduleReading,
): Promise<LockedSchedule | StandardRefusal> {
  const before = await lock(tx, id, change.version)
  if (before instanceof Refusal) return before
  const fields = changedScheduleFields(before, change, translate)
  const isMoved = fields.cron !== before.cron || fields.timeZone !== before.timeZone
  const isOtherwise = fields.parameters !== before.parameters
  const refusal =
    (isMoved ? refusalOf(fields, businessTimeZone) : null) ??
    (isOtherwise ? refuseParameters(before.code, fields) : null)
  if (refusal) return refusal
  if (!record(tx, context, id, [before, { ...fields, code: before.code }])) return before
  await changeJobSchedule(tx, id, fields, context.caller.user.id)
  return reread(tx, id)
}

/** Lets a job no longer run by itself; a start does not add its default again. */
export async function removeSchedule(tx: Tx, context: CallContext, id: number, version?: number) {
  const before = await lock(tx, id, version)
  if (before instanceof Refusal) return before
  const userId = context.caller.user.id
  await setJobScheduleRemoved(tx, id, true, userId)
  record(tx, context, id, [before, null])
  return offerUndo(tx, { kind: UNDO, userId, snapshot: { id } })
}

/** Takes back a deletion; refused where the job was added again meanwhile. */
export async function restoreSchedule(
  tx: Tx,
  context: CallContext,
  undoId: number,
): Promise<LockedSchedule | StandardRefusal> {
  const userId = context.caller.user.id
  const deleted = await takeUndo<{ id: number }>(tx, UNDO, userId, undoId)
  if (!deleted) return refuse('404', sentences.undo_expired)
  const { isRemoved } = await reread(tx, deleted.id)
  if (!isRemoved) return refuse('409', sentences.job_scheduled_already)
  await setJobScheduleRemoved(tx, deleted.id, false, userId)
  const restored = await reread(tx, deleted.id)
  record(tx, context, deleted.id, [null, restored])
  return restored
}

/** Lets a node run a job as soon as one is free; refused while it waits or runs, on whichever node. */
export async function runNow(tx: Tx, { caller, request }: CallContext, id: number) {
  const schedule = await lock(tx, id)
  if (schedule instanceof Refusal) return schedule
  const { code, name } = schedule
  if (!(await runJobNow(tx, code as QueueName))) return refuse('422', sentences.job_runs_already)
  recordAudit(tx, request, {
    event: 'job_run_requested',
    ...auditActor(caller),
    clientId: null,
    target: { kind: 'job-schedule', id },
    after: { code, name },
  })
  return null
}

interface ParameterRule {
  isValid(parameters: string): boolean
  message: MessageRef
}

/** Of the jobs that read parameters; the other ones ignore theirs. */
const rules: Partial<Record<QueueName, ParameterRule>> = {
  'dormant-users': { isValid: (text) => parseDormancy(text) !== null, message: sentences.job_dormancy_invalid },
}

/** Returns the sentence that says why a job cannot read its parameters; null where it can. */
function parameterProblem(code: string, parameters: string): MessageRef | null {
  const rule = rules[code as QueueName]
  return rule && !rule.isValid(parameters) ? rule.message : null
}
