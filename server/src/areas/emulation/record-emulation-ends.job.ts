import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { jobOutcome } from '../../jobs/job-outcome.ts'
import type { Db } from '../../db/database.ts'
import { recordAudit } from '../audit/public.ts'
import { run } from '../../db/run.ts'
import { instant, int, present, statement, text } from '../../db/statement.ts'

/**
 * Marks up to $1 emulations that are over and returns them. One whose administrator lost the right ends for good, even
 * if the right comes back.
 */
const markOver = statement([int], {
  name: 'emulation: mark over',
  text: `
  with state as (
    select session.id, session.ended_at, session.end_reason, session.expires_at,
           session.last_active_at + make_interval(mins => session.idle_minutes) as idle_at,
           account.status = 1 and not client.is_deleted and coalesce(standing.may_continue, false) as may_continue
      from sessions session
      join users account on account.id = session.user_id
      join clients client on client.id = account.client_id
      left join emulation_standings standing on standing.session_id = session.id
     where session.actor_session_id is not null and not session.is_end_recorded
     order by session.id limit $1),
  over as (
    select id,
           coalesce(ended_at, case when least(expires_at, idle_at) <= clock_now() then least(expires_at, idle_at) end,
             clock_now()) as ended_at,
           case when ended_at is not null then coalesce(end_reason, 'revoked')
                when expires_at <= clock_now() then 'limit'
                when idle_at <= clock_now() then 'idle' else 'revoked' end as reason
      from state
     where ended_at is not null or expires_at <= clock_now() or idle_at <= clock_now() or not may_continue)
  update sessions session
     set is_end_recorded = true,
         ended_at = case when over.reason = 'revoked' then over.ended_at else session.ended_at end,
         end_reason = case when over.reason = 'revoked' then 'revoked' else session.end_reason end
    from over where session.id = over.id
  returning session.id as "sessionId", session.actor_user_id as "actorId", session.user_id as "subjectId",
            over.reason as "endReason", over.ended_at as "endedAt"`,
  row: { sessionId: int, actorId: present(int), subjectId: int, endReason: text, endedAt: instant },
})

const OPEN_MAX = 10_000

/** Records the end of emulations that end by themselves: by time, without activity, or with the administrator's rights. */
export function recordEmulationEndsJob({ db }: { db: Db }): JobDefinition<'emulation-ends'> {
  return {
    name: 'emulation-ends',
    run: async () => {
      const recorded = await db.transact(everything, async (tx) => {
        const ended = await run(tx, markOver(OPEN_MAX))
        for (const { sessionId, actorId, subjectId, endReason, endedAt } of ended)
          recordAudit(tx, null, {
            event: 'emulation_ended',
            actorId,
            subjectId,
            sessionId,
            after: { endReason, endedAt: endedAt.toISOString() },
          })
        return ended.length
      })
      return recorded > 0 ? jobOutcome('job_outcome_emulations_ended', { count: recorded }) : undefined
    },
  }
}
