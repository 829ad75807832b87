import { removeAllFactors } from '../areas/second-factor/public.ts'
import { onUser } from './on-user.ts'

/** `reset-second-factor`: for users who lost their second factor when no administrator can reset it. */
export const resetSecondFactorCommand = (args: readonly string[]): Promise<void> =>
  onUser(
    'reset-second-factor',
    args,
    async (tx, { id, userName }) =>
      (await removeAllFactors(tx, null, { userId: id }))
        ? `The second factor of ${userName} is removed and the sessions are ended.`
        : `${userName} has no second factor; nothing was changed.`,
    { addsJobs: true },
  )
