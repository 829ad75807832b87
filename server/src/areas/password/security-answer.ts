/** An answer as it is hashed and compared: people write theirs differently each time (decision B10). */
export function plainAnswer(answer: string): string {
  return answer.normalize('NFKC').toLowerCase().replaceAll('’', "'").replace(/\s+/gu, ' ').trim()
}

const MAX_LENGTH = 100

/** What an answer may be written with (decision D4): letters of any script, digits, space, dot, comma, apostrophe, hyphen. */
export function isFitAnswer(answer: string): boolean {
  const tidy = answer.normalize('NFC').trim().replaceAll('’', "'")
  return tidy.length <= MAX_LENGTH && /^[\p{L}\p{M}0-9][\p{L}\p{M}0-9 .,'-]*$/u.test(tidy)
}
