import fc from 'fast-check'

/** A parser of what comes from outside, with the pieces of which its bodies are made. */
export interface HostileKind {
  name: string
  pieces: readonly string[]
  /** Characters of a body while the worst one is searched. */
  searched: number
  /** Reads a body as the portal does; never throws. */
  read(text: string): Promise<unknown>
}

/** A body: some pieces, and others again and again behind them. */
export interface Recipe {
  head: readonly string[]
  repeated: readonly string[]
}

/** Recipes that are tried at random, and as many again that are made of the best of them. */
const TRIED = 50
const TRIED_QUICKLY = 8
const KEPT = 5

/** Finds the body that holds the event loop of this process longest: fast-check makes them, the clock chooses. */
export async function worstBody(kind: HostileKind, isQuick: boolean): Promise<{ recipe: Recipe; longestMs: number }> {
  const tried = isQuick ? TRIED_QUICKLY : TRIED
  await longestTurn(kind, { head: [], repeated: [kind.pieces[0] ?? 'x'] })
  const first = await ranked(kind, fc.sample(recipesOf(kind), tried))
  const better = fc
    .tuple(fc.constantFrom(...first.slice(0, KEPT).map(({ recipe }) => recipe)), recipesOf(kind), fc.boolean())
    .map(([known, other, isLonger]) =>
      isLonger
        ? { head: known.head, repeated: [...known.repeated, ...other.repeated.slice(0, 1)] }
        : { head: other.head, repeated: known.repeated },
    )
  const second = await ranked(kind, fc.sample(better, tried))
  // Times vary: the best are timed again, each by its shortest time.
  const again = [...first.slice(0, KEPT), ...second.slice(0, KEPT)].map(({ recipe }) => recipe)
  const [worst] = await ranked(kind, again, 3)
  if (!worst) throw new Error(`No body was tried for ${kind.name}.`)
  return worst
}

function recipesOf({ pieces }: HostileKind): fc.Arbitrary<Recipe> {
  const some = (minLength: number, maxLength: number) => fc.array(fc.constantFrom(...pieces), { minLength, maxLength })
  return fc.record({ head: some(0, 3), repeated: some(1, 5) }).filter(({ repeated }) => repeated.join('') !== '')
}

/** The body of a recipe with at most so many characters. */
export function bodyOf({ head, repeated }: Recipe, characters: number): string {
  const start = head.join('')
  const piece = repeated.join('')
  return start + piece.repeat(Math.max(1, Math.floor((characters - start.length) / piece.length)))
}

async function ranked(kind: HostileKind, recipes: readonly Recipe[], times = 1) {
  const timed: { recipe: Recipe; longestMs: number }[] = []
  for (const recipe of recipes) {
    const turns: number[] = []
    for (let time = 0; time < times; time++) turns.push(await longestTurn(kind, recipe))
    timed.push({ recipe, longestMs: Math.min(...turns) })
  }
  return timed.toSorted((a, b) => b.longestMs - a.longestMs)
}

/** CPU milliseconds of this thread, which other programs do not lengthen. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** The longest turn of the event loop while a body is read. */
async function longestTurn(kind: HostileKind, recipe: Recipe): Promise<number> {
  const body = bodyOf(recipe, kind.searched)
  let longest = 0
  let last = cpuMs()
  let isOver = false
  const turn = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await kind.read(body)
  isOver = true
  turn()
  return longest
}
