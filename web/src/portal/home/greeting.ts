const NOON = 12
const DAWN = 5
const EVENING = 18

type Greeting = 'greeting_morning' | 'greeting_afternoon' | 'greeting_evening'

/** The text key of the greeting for the user's local hour. */
export function greetingKey(now: Date): Greeting {
  const hour = now.getHours()
  if (hour >= DAWN && hour < NOON) return 'greeting_morning'
  return hour >= NOON && hour < EVENING ? 'greeting_afternoon' : 'greeting_evening'
}
