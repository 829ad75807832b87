import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { purgeJob, type PurgeDeps } from '../../jobs/purge.ts'
import { secretTemplates } from './mail-fields.ts'
import { run } from '../../db/run.ts'
import { arrayOf, statement, text } from '../../db/statement.ts'

const overdueSecrets = statement([arrayOf(text)], {
  name: 'mail: overdue secrets',
  text: `
  update outbox_mails set fields = '{}'
   where state = 'dead' and template = any ($1) and good_until < clock_now() and fields <> '{}'`,
})

/** Bodies without mails, and to which none will be added. */
const unusedBodies = statement([], {
  name: 'mail: unused bodies',
  text: `
  delete from mail_bodies body
   where created_at < clock_now() - interval '1 day'
     and not exists (select from outbox_mails mail where mail.body_id = body.id)
     and not exists (select from announcements a where a.announced_body_id = body.id and a.notified_at is null)`,
})

const oldMailPurge = purgeJob('mail-purge', [
  `delete from outbox_mails where id in (
       select id from outbox_mails
        where created_at < (select clock_now()) - interval '30 days'
          and (state in ('sent', 'discarded') or (state = 'dead' and created_at < (select clock_now()) - interval '90 days')) limit $1)
     returning 1`,
])

/** Deletes mails thirty days after they were written, undelivered ones after ninety; and expired secrets. */
export function mailPurgeJob(deps: PurgeDeps): JobDefinition<'mail-purge'> {
  const purge = oldMailPurge(deps)
  return {
    name: 'mail-purge',
    run: async (payload, context) => {
      await deps.db.transact(everything, (tx) => run(tx, overdueSecrets(secretTemplates)))
      await purge.run(payload, context)
      await deps.db.transact(everything, (tx) => run(tx, unusedBodies()))
    },
  }
}
