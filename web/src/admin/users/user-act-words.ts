/** An act that a text may ask for, and the words that name it in every language of the reader. */
export interface NamedAct<Act> {
  act: Act
  names: readonly string[]
}

/** Letters from which on the beginning of a word names an act. */
const BEGINNING_MIN = 3
/** Words that name neither an act nor a user. */
const fillers: ReadonlySet<string> = new Set([
  'user',
  'users',
  'of',
  'for',
  'to',
  'the',
  'from',
  'benutzer',
  'von',
  'für',
  'des',
  'der',
  'dem',
  'den',
])

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s-]+/)
    // Within a word they may be part of a name: m.becker, ada@harbor.example.
    .map((word) => word.replaceAll(/^[….,:;()“”"„]+|[….,:;()“”"„]+$/g, '').replace(/['’]s$/, ''))
    .filter((word) => word !== '' && !fillers.has(word))

/**
 * Divides "reset password of becker" into the acts whose names have words that begin like those of the text, and the
 * rest, which is the name of a user. An act that has more of the words comes first. Undefined where the text has no name
 * of an act or of a user.
 */
export function actsAskedFor<Act>(
  text: string,
  acts: readonly NamedAct<Act>[],
): { acts: Act[]; userText: string } | undefined {
  const typed = wordsOf(text)
  const matches = acts.map(({ act, names }) => {
    const words = names.flatMap(wordsOf)
    return {
      act,
      matched: typed.filter((one) => one.length >= BEGINNING_MIN && words.some((word) => word.startsWith(one))),
    }
  })
  const most = Math.max(0, ...matches.map(({ matched }) => matched.length))
  const best = matches.filter(({ matched }) => most > 0 && matched.length === most)
  const [first] = best
  const rest = typed.filter((word) => !best.some(({ matched }) => matched.includes(word)))
  if (!first || rest.length === 0) return undefined
  return { acts: best.map(({ act }) => act), userText: rest.join(' ') }
}
