import { ask } from '../../db/ask.ts'
import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { purgeJob, type PurgeParts } from '../../jobs/purge.ts'
import { secretTemplates } from './mail-templates.ts'

const overdueSecrets = `
  update outbox_mails set fields = '{}'
   where state = 'dead' and template = any ($1) and good_until < clock_now() and fields <> '{}'`

/** Removes mails thirty days after they were written, those that nobody got after ninety; and secrets that are of no use any more. */
export function mailPurgeJob(parts: PurgeParts): JobDefinition<'mail-purge'> {
  const purge = purgeJob(
    'mail-purge',
    `delete from outbox_mails where id in (
       select id from outbox_mails
        where created_at < (select clock_now()) - interval '30 days'
          and (state in ('sent', 'discarded') or (state = 'dead' and created_at < (select clock_now()) - interval '90 days')) limit $1)
     returning 1`,
    parts,
  )
  return {
    name: 'mail-purge',
    run: async (payload, context) => {
      await parts.transact(everything, ({ tx }) => ask(tx, 'overdue-secrets', overdueSecrets, [secretTemplates]))
      await purge.run(payload, context)
    },
  }
}
