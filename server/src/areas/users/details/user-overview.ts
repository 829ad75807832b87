import type { secondFactorKinds, UserOverview } from '@portico/contract/users/user-overview.ts'
import type { Tx } from '../../../db/database.ts'
import { run, runFirst } from '../../../db/run.ts'
import { bool, instant, int, json, nullable, type RowOf, statement, text } from '../../../db/statement.ts'
import { pendingRequestsOf } from '../../access-requests/public.ts'
import { findOpenSessions } from '../../session/public.ts'
import { PASSWORD_WINDOW_MINUTES } from '../../sign-in/public.ts'

/** A kind of second factor; times as JSON has them. */
interface StoredFactor {
  kind: (typeof secondFactorKinds)[number]
  count: number
  addedAt: string
  lastUsedAt: string | null
}

const account = statement([int], {
  name: 'users: account of overview',
  text: `
  select u.status_changed_at as "statusAt", changer.first_name || ' ' || changer.last_name as "statusBy",
         coalesce(s.locked_until = 'infinity', false) as "isLockedByAdministrator",
         case when s.locked_until > clock_now() and s.locked_until < 'infinity' then s.locked_until end as "lockEndsAt",
         case when s.attempts_since > clock_now() - interval '${PASSWORD_WINDOW_MINUTES} minutes' then s.attempts else 0 end as failures,
         u.password_changed_at as "passwordAt", u.temporary_password_expires_at as "temporaryPasswordEndsAt",
         (select count(*)::integer from recovery_codes code where code.user_id = u.id and code.used_at is null) as "recoveryCodes",
         coalesce((
           select json_agg(json_build_object('kind', kind, 'count', count, 'addedAt', added_at, 'lastUsedAt', last_used_at) order by added_at)
             from (select 'authenticator' as kind, 1 as count, created_at as added_at, last_used_at
                     from authenticators where user_id = u.id
                    union all
                   select 'passkey', count(*)::integer, min(created_at), max(last_used_at)
                     from passkeys where user_id = u.id having count(*) > 0
                    union all
                   select 'duo', 1, enrolled_at, null
                     from second_factor_enrollments where user_id = u.id and provider = 'duo') factor), '[]') as factors
    from users u
    left join user_sign_ins s on s.user_id = u.id
    left join users changer on changer.id = u.status_changed_by
   where u.id = $1 and u.status <= 3`,
  row: {
    statusAt: instant,
    statusBy: nullable(text),
    isLockedByAdministrator: bool,
    lockEndsAt: nullable(instant),
    failures: int,
    passwordAt: nullable(instant),
    temporaryPasswordEndsAt: nullable(instant),
    recoveryCodes: int,
    factors: json<StoredFactor[]>(),
  },
})

const dateOf = (stored: string | null) => (stored === null ? null : new Date(stored))

/**
 * Returns the state of a user's account, by three statements however much there is; undefined where the scope has no
 * such user.
 * @param adminId of the reader, for what they can decide
 */
export async function readUserOverview(tx: Tx, adminId: number, userId: number): Promise<UserOverview | undefined> {
  const [row, sessions, requests] = await Promise.all([
    runFirst(tx, account(userId)),
    findOpenSessions(tx, userId),
    run(tx, pendingRequestsOf(userId, adminId)),
  ])
  if (row === undefined) return undefined
  return {
    ...accountView(row),
    sessionCnt: sessions.length,
    lastActiveDt: sessions[0]?.lastActiveAt ?? null,
    requests,
  }
}

const accountView = (row: RowOf<typeof account>) => ({
  statusDt: row.statusAt,
  statusByNm: row.statusBy,
  lockCd: lockOf(row),
  lockEndDt: row.lockEndsAt,
  failedSignInCnt: row.failures,
  passwordDt: row.passwordAt,
  temporaryPasswordEndDt: row.temporaryPasswordEndsAt,
  secondFactors: row.factors.map(({ kind, count, addedAt, lastUsedAt }) => ({
    kindCd: kind,
    factorCnt: count,
    addedDt: new Date(addedAt),
    lastUsedDt: dateOf(lastUsedAt),
  })),
  recoveryCodeCnt: row.recoveryCodes,
})

function lockOf({ isLockedByAdministrator, lockEndsAt }: RowOf<typeof account>): UserOverview['lockCd'] {
  if (isLockedByAdministrator) return 'administrator'
  return lockEndsAt === null ? null : 'passwords'
}
