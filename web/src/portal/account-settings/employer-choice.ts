import type { Profile } from '@portico/contract/account/account.ts'

export type Employers = readonly { clientId: number; clientNm: string }[]

/**
 * The value of the employer select: the user's choice, else the requested or current employer; the only one is chosen
 * automatically, and one that is no longer offered is not chosen (ACCT-050..052).
 */
export function employerChosen(
  { employerId, pendingEmployerId }: Pick<Profile, 'employerId' | 'pendingEmployerId'>,
  employers: Employers,
  picked: string | null,
): number | null {
  const preferred = picked === null ? (pendingEmployerId ?? employerId) : Number(picked)
  if (employers.some(({ clientId }) => clientId === preferred)) return preferred
  return employers.length === 1 ? (employers[0]?.clientId ?? null) : null
}
