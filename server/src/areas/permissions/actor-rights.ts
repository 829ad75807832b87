import type { Authority, CallContext } from '../../http/caller.ts'

/** With what an administrator acts, read once however many users they act on. */
export interface ActorRights {
  authority: Authority
  /** The administrator has signed in or confirmed it lately (S52). */
  isFresh: boolean
}

export async function readActorRights({ caller }: Pick<CallContext, 'caller'>): Promise<ActorRights> {
  const [authority, isFresh] = await Promise.all([caller.authority(), caller.isSignInFresh()])
  return { authority, isFresh }
}
