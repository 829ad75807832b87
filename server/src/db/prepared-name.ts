import { hash } from 'node:crypto'

const names = new Map<string, string>()

/** Returns the name of a prepared statement whose text is a constant of the code. */
export function nameOf(text: string): string {
  const known = names.get(text) ?? hash('sha1', text, 'base64url')
  names.set(text, known)
  return known
}
