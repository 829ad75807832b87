import type { AdminGuard, Guard } from '@portico/contract/kit/guard.ts'
import type { Caller } from './caller.ts'

/** True where the caller may make a call of the administration, as far as its guard says. */
export const mayCall = async ({ guard }: { guard: Guard }, caller: Caller): Promise<boolean> =>
  guard.kind === 'admin' && (await passesAdminGuard(guard, caller))

/** True where the caller holds what the guard of a call asks for; how fresh their sign-in is does not count. */
export async function passesAdminGuard(
  { pages, staffOnly, portalAdminOnly, signOnAs }: Omit<AdminGuard, 'kind' | 'freshSignIn'>,
  caller: Caller,
): Promise<boolean> {
  if (staffOnly && !caller.user.isInternal) return false
  const held = await caller.adminPages()
  if (!held.some(({ name }) => pages.includes(name))) return false
  if (!portalAdminOnly && !signOnAs) return true
  const { isPortalAdmin, maySignOnAs } = await caller.authority()
  return (!portalAdminOnly || isPortalAdmin) && (!signOnAs || maySignOnAs)
}
