/** How many of the declared answers were received, in words, and what is wrong, a line each. */
export interface AnswerVerdict {
  sum: string
  faults: string[]
}

/** Compares the answers that are declared with those that tests received; `untested` are excused, each with its reason. */
export function compareAnswers(
  declared: ReadonlySet<string>,
  received: ReadonlySet<string>,
  untested: Readonly<Record<string, string>>,
): AnswerVerdict {
  const excused = Object.keys(untested)
  const missing = [...declared].filter((answer) => !received.has(answer))
  return {
    sum: `${declared.size - missing.length} of ${declared.size} declared answers were received`,
    faults: [
      ...missing.filter((answer) => !excused.includes(answer)).map((answer) => `no test gets: ${answer}`),
      ...excused.filter((answer) => received.has(answer)).map((answer) => `excused, but received: ${answer}`),
      ...excused.filter((answer) => !declared.has(answer)).map((answer) => `excused, but not declared: ${answer}`),
    ].toSorted(),
  }
}
