import { readJobList } from '../jobs/job-list.ts'
import { queues, type QueueName, runJobNow } from '../jobs/queue.ts'
import { StartError } from '../start-error.ts'
import { type ActionDeps, type Actions, runAction } from './run-action.ts'
import { queries } from '../db/queries.ts'
import { run, runFirst } from '../db/run.ts'
import { recordCommand } from './record-command.ts'

const actions: Actions = {
  list: {
    takes: '',
    does: 'lists the background jobs with their schedules and last runs',
    positionals: 0,
    options: {},
    run: list,
  },
  run: {
    takes: 'NAME',
    does: 'lets a node of the portal run a job now, also a disabled one',
    positionals: 1,
    options: {},
    run: (deps, { positionals: [name = ''] }) => runNow(deps, name),
  },
  disable: {
    takes: 'NAME',
    does: 'stops a job from running by itself, within ten seconds and until it is enabled',
    positionals: 1,
    options: {},
    run: (deps, { positionals: [name = ''] }) => setDisabled(deps, name, true),
  },
  enable: {
    takes: 'NAME',
    does: 'lets a disabled job run by its schedule again',
    positionals: 1,
    options: {},
    run: (deps, { positionals: [name = ''] }) => setDisabled(deps, name, false),
  },
}

/** `jobs`: what runs in the background, for an operator. */
export const jobsCommand = (args: readonly string[]): Promise<void> => runAction('jobs', actions, args)

const minute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

async function list({ tx }: ActionDeps): Promise<string> {
  const jobs = await readJobList(tx)
  if (jobs.length === 0) return 'No job is scheduled; the first start of the portal adds them.'
  return jobs
    .map(({ code, cron, timeZone, isDisabled, lastRunAt, lastResult, lastMessage }) => {
      const when = isDisabled ? 'disabled' : `${cron} (${timeZone ?? 'business time zone'})`
      const last = lastRunAt
        ? `${lastResult} ${minute(lastRunAt)}${lastMessage ? `: ${lastMessage}` : ''}`
        : 'no run yet'
      return `${code}  ${when}\n    ${last}`
    })
    .join('\n')
}

async function runNow({ tx }: ActionDeps, name: string): Promise<string> {
  if (!isJob(name)) throw new StartError(unknown(name))
  return (await runJobNow(tx, name)) ? `${name} runs as soon as a node is free.` : `${name} waits or runs already.`
}

async function setDisabled({ tx }: ActionDeps, name: string, isDisabled: boolean): Promise<string> {
  const former = await runFirst(
    tx,
    queries
      .selectFrom('job_schedules')
      .select(['id', 'is_disabled'])
      .where('code', '=', name)
      .where('is_removed', '=', false)
      .forUpdate(),
  )
  if (!former) throw new StartError(unknown(name))
  const done = `${name} is ${isDisabled ? 'disabled' : 'enabled'}.`
  if (former.is_disabled === isDisabled) return done
  await run(tx, queries.updateTable('job_schedules').set({ is_disabled: isDisabled }).where('id', '=', former.id))
  recordCommand(tx, {
    event: 'job_schedule_changed',
    target: { kind: 'job-schedule', id: former.id },
    before: { isDisabled: former.is_disabled },
    after: { isDisabled, by: `jobs ${isDisabled ? 'disable' : 'enable'}` },
  })
  return done
}

const isJob = (name: string): name is QueueName => Object.hasOwn(queues, name) && name !== 'user-import'
const unknown = (name: string) => `There is no job "${name}". List them with: npm run portal -- jobs list`
