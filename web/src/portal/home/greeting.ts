const NOON = 12
const DAWN = 5
const EVENING = 18

type Greeting = 'greeting_morning' | 'greeting_afternoon' | 'greeting_evening'

/** The key of the greeting that fits the hour where the person is. */
export function greetingAt(now: Date): Greeting {
  const hour = now.getHours()
  if (hour >= DAWN && hour < NOON) return 'greeting_morning'
  return hour >= NOON && hour < EVENING ? 'greeting_afternoon' : 'greeting_evening'
}

const longDay = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })

/** Saturday, November 21 */
export const dayInWords = (now: Date): string => longDay.format(now)
