import { type Sentence, sentences } from '../../http/sentences.ts'
import { mayManageUser } from '../../http/authority.ts'
import type { Authority } from '../../http/caller.ts'
import type { UserTarget } from '../users/public.ts'

/**
 * Why an administrator may not sign on as a user; null where they may. Decision E7: never oneself, an inactive or locked
 * user, somebody with administration rights that the administrator lacks, or a US associate unless the administrator
 * is one too (EMUL-010). That they may sign on as others at all is the endpoint's guard.
 */
export function emulationProblem(authority: Authority, target: UserTarget): Sentence | null {
  if (target.id === authority.userId) return sentences.user_not_yourself
  if (target.status !== 1 || target.isLocked) return sentences.user_sign_on_not_active
  if (target.isUsAssociate && !authority.isUsAssociate) return sentences.user_sign_on_us_associate
  return mayManageUser(authority, target) ? null : sentences.user_stronger
}
