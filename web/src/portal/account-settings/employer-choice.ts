import type { Profile } from '@portico/contract/account.ts'

export type Employers = readonly { clientId: number; clientNm: string }[]

/**
 * What the choice of the employer shows: what was picked, else what is asked for or is; the only one is
 * chosen by itself, and one that is not offered any more is not chosen (ACCT-050..052).
 */
export function employerChosen(
  { employerId, pendingEmployerId }: Pick<Profile, 'employerId' | 'pendingEmployerId'>,
  employers: Employers,
  picked: string | null,
): number | null {
  const wanted = picked === null ? (pendingEmployerId ?? employerId) : Number(picked)
  if (employers.some(({ clientId }) => clientId === wanted)) return wanted
  return employers.length === 1 ? (employers[0]?.clientId ?? null) : null
}
