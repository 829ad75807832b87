import { isIssue, type Refusal } from '../http/answers.ts'
import { type Message, MessageRef, translateAsShipped } from '../http/sentences.ts'
import type { FileEntry, PlacedProblem } from './read-files.ts'

/** What a call refused, at the field of each sentence. */
export function refusalProblems(
  { kind, placeOf }: FileEntry,
  title: string,
  { code, message, data }: Refusal,
): PlacedProblem[] {
  const issues = Array.isArray(data) ? data.filter(isIssue) : []
  if (issues.length === 0) return [{ place: placeOf(), message: `${title}: ${words(message) || `refused (${code})`}` }]
  return issues.map(({ field, message: why }) => {
    const [wire = field] = field.split('.')
    const own = kind.wireFields[wire]
    return { place: placeOf(own), message: `${title}: ${own ?? field}: ${words(why)}` }
  })
}

const words = (message: Message): string =>
  message instanceof MessageRef || message.length > 0 ? translateAsShipped(message) : ''
