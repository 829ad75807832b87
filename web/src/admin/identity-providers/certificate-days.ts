const DAY_MS = 86_400_000

/** Whole days until a moment; negative once it has passed. */
export const daysUntil = (at: Date, now: Date): number => Math.floor((at.getTime() - now.getTime()) / DAY_MS)

/** The notices of the portal begin 60 days before the end of a certificate, and the last one is sent 7 days before. */
export function toneOfDays(days: number): 'success' | 'warning' | 'error' {
  if (days < 7) return 'error'
  return days < 60 ? 'warning' : 'success'
}
