import { randomInt } from 'node:crypto'

/** Returns twenty characters that are not easily confused: about 97 bits. */
export function temporaryPassword(): string {
  const characters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 5 }, () => characters[randomInt(characters.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
