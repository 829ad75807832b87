/** After how many days without a sign-in a user is inactivated, and how many days before that an email says so. */
export interface Dormancy {
  readonly inactivateAfterDays: number
  readonly noticeDays: number
}

const shipped: Dormancy = { inactivateAfterDays: 90, noticeDays: 14 }

const limits: Readonly<Record<keyof Dormancy, readonly [min: number, max: number]>> = {
  inactivateAfterDays: [30, 3650],
  noticeDays: [1, 60],
}

/** The parameters of the job `dormant-users` as the product ships them. */
export const SHIPPED_DORMANCY = Object.entries(shipped)
  .map((pair) => pair.join('='))
  .join(' ')

/** Reads the parameters of the job `dormant-users`; what they leave out is as shipped. Null: they are invalid. */
export function parseDormancy(parameters: string): Dormancy | null {
  const days: Partial<Record<keyof Dormancy, number>> = {}
  for (const part of parameters.split(/[\s,]+/).filter((each) => each !== '')) {
    const [, name, digits] = /^(inactivateAfterDays|noticeDays)=(\d{1,4})$/.exec(part) ?? []
    if (name === undefined || days[name as keyof Dormancy] !== undefined) return null
    days[name as keyof Dormancy] = Number(digits)
  }
  const dormancy = { ...shipped, ...days }
  const isWithinLimits = Object.entries(limits).every(([name, [min, max]]) => {
    const value = dormancy[name as keyof Dormancy]
    return value >= min && value <= max
  })
  return isWithinLimits && dormancy.noticeDays < dormancy.inactivateAfterDays ? dormancy : null
}
