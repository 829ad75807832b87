import { addClient } from '@portico/contract/clients/clients.ts'
import { saveDefaultBranding } from '@portico/contract/branding/default-branding.ts'
import { addSystem } from '@portico/contract/catalog/catalog-systems.ts'
import type { Guard } from '@portico/contract/kit/guard.ts'
import { type FirstStep, type FirstStepKind, firstStepKinds } from '@portico/contract/overview/overview.ts'
import { createUser } from '@portico/contract/users/user-creation.ts'
import type { Db } from '../../db/database.ts'
import { runOne } from '../../db/run.ts'
import { everything } from '../../db/scope.ts'
import { bool, int, statement } from '../../db/statement.ts'
import { mayCall } from '../../http/admin-guard.ts'
import type { Caller } from '../../http/caller.ts'
import { BACKUP_TARGET } from '../audit/public.ts'

export interface FirstStepsDeps {
  db: Db
  /** The portal has a mail server. */
  sendsMail: boolean
  /** Users who have a second factor, or must have one, are asked for it. */
  asksForSecondFactor: boolean
}

/** The call that does a step: who may not make it is not asked to. Null: done on the server or by each administrator. */
const doneBy: Readonly<Record<FirstStepKind, { guard: Guard } | null>> = {
  mail: null,
  secondFactor: null,
  client: addClient,
  application: addSystem,
  user: createUser,
  brand: saveDefaultBranding,
  backup: null,
}

/** What an installation has beyond what it began with: its operator, and the organization of the operator. */
const selectDone = statement([int], {
  name: 'overview: select first steps',
  text: `
  select exists (select from list_preferences
                  where user_id = $1 and list_name = 'overview' and 'firstSteps' = any(hidden_columns)) as "isHidden",
         not exists (
           select from held_admin_pages held join users u on u.id = held.user_id
            where u.status = 1 and u.sign_in_kind = 'password' and not u.second_factor_required
              and not exists (select from authenticators own where own.user_id = u.id)
              and not exists (select from passkeys own where own.user_id = u.id)
              and not exists (select from second_factor_enrollments own where own.user_id = u.id)) as "secondFactor",
         exists (select from clients where not is_deleted offset 1) as client,
         exists (select from systems where id >= 100 and deleted_at is null) as application,
         exists (select from users where status < 3 offset 1) as "user",
         exists (select from branding_versions) as brand,
         exists (select from audit_events where target_kind = '${BACKUP_TARGET}') as backup`,
  row: {
    isHidden: bool,
    secondFactor: bool,
    client: bool,
    application: bool,
    user: bool,
    brand: bool,
    backup: bool,
  },
})

/**
 * Returns the first steps that a portal administrator may take, each with whether it is done; none where all are, or
 * where they have hidden them.
 */
export async function readFirstSteps(deps: FirstStepsDeps, caller: Caller): Promise<FirstStep[]> {
  if (!(await caller.authority()).isPortalAdmin) return []
  const areOwn = await Promise.all(
    firstStepKinds.map(async (kind) => {
      const call = doneBy[kind]
      return call === null || (await mayCall(call, caller))
    }),
  )
  const { isHidden, ...found } = await deps.db.read(everything, (tx) => runOne(tx, selectDone(caller.user.id)))
  const done = { ...found, mail: deps.sendsMail, secondFactor: found.secondFactor && deps.asksForSecondFactor }
  const steps = firstStepKinds.filter((_, index) => areOwn[index])
  if (isHidden || steps.every((kind) => done[kind])) return []
  return steps.map((kind) => ({ stepCd: kind, doneFlg: done[kind] }))
}
