/** The form in which answers are hashed and compared: users write theirs differently each time (decision B10). */
export function plainAnswer(answer: string): string {
  return answer.normalize('NFKC').toLowerCase().replaceAll('’', "'").replace(/\s+/gu, ' ').trim()
}
