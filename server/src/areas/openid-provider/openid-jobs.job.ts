import { LOGOUT_CHAIN_SECONDS } from '@portico/contract/kit/logout-chain.ts'
import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { jobOutcome } from '../../jobs/job-outcome.ts'
import { removeFormerKeys, rotateIfDue, signingKeyPurposes } from '../signing-keys/public.ts'
import { DEFAULT_IDLE_MINUTES } from '../session/public.ts'
import { type LogoutTokenDeps, queueEndedSessions, sendLogoutTokens } from './logout-tokens.ts'
import type { Db } from '../../db/database.ts'

/** Tells applications that sessions have ended, and tries again those that did not confirm. */
export function backChannelLogoutJob(deps: LogoutTokenDeps): JobDefinition<'back-channel-logout'> {
  return {
    name: 'back-channel-logout',
    run: async () => {
      await queueEndedSessions(deps.db, DEFAULT_IDLE_MINUTES, LOGOUT_CHAIN_SECONDS)
      const { delivered, failed } = await sendLogoutTokens(deps)
      return delivered + failed > 0 ? jobOutcome('job_outcome_logouts', { delivered, failed }) : undefined
    },
  }
}

const NAME = 'openid-keys'

/** Publishes the next key of OpenID Connect in time, and removes former keys. */
export function openIdKeysJob({ db, keys }: Pick<LogoutTokenDeps, 'keys'> & { db: Db }): JobDefinition<'openid-keys'> {
  return {
    name: NAME,
    run: async () => {
      const isAdded = await db.transact(everything, async (tx) => {
        for (const purpose of signingKeyPurposes) await removeFormerKeys(tx, { purpose, by: NAME })
        return rotateIfDue(tx, keys, 'oidc', NAME)
      })
      return isAdded ? jobOutcome('job_outcome_key_added', {}) : undefined
    },
  }
}
