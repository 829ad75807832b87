/** True where a grant would end at or before `now`: such an end is refused; null is no end. */
export const hasEnded = (endsAt: Date | null, now: Date): boolean => endsAt !== null && endsAt <= now
