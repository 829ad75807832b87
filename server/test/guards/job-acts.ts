import { closeEndedGrantsJob } from '../../src/areas/grants/close-ended-grants.job.ts'
import { eraseDeletedUsersJob } from '../../src/areas/users/lifecycle/erase-deleted-users.job.ts'
import type { KeyRing } from '../../src/crypto/key-ring.ts'
import type { Db } from '../../src/db/database.ts'
import type { JobContext } from '../../src/jobs/job.ts'

/** What the portal does by itself to people. */
export interface JobAct {
  title: string
  prepare: readonly string[]
  job: (deps: JobDeps) => { run(payload: object, context: JobContext): Promise<unknown> }
}

interface JobDeps {
  db: Db
  keys: KeyRing
}

export const jobActs: readonly JobAct[] = [
  {
    title: 'erase-deleted-users: a deleted user',
    prepare: [`update users set status = 3, status_changed_at = clock_now() - interval '400 days' where id = $target`],
    job: (deps) => eraseDeletedUsersJob({ ...deps, deletedUsersKeptDays: 365, portal: 'https://portal.test' }),
  },
  {
    title: 'close-ended-grants: one of several grants',
    prepare: [
      `update user_page_grants set valid_from = clock_now() - interval '9 days', ends_at = clock_now() - interval '1 day'
        where user_id = $target and page_id = $plannedPage`,
    ],
    job: closeEndedGrantsJob,
  },
]
