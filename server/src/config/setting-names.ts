import type { Setting } from './setting.ts'
import { settings } from './settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Shorter names of ours (PORT, HOST, LOG_LEVEL) are too similar to those of other programs. */
const SHORTEST_COMPARED = 10

const PREFIX = 'PORTAL_'

/** Maximum number of edits for a typing mistake. */
const EDITS_MAX = 2

const namesOf = (setting: Setting): string[] =>
  setting.secret ? [setting.name, `${setting.name}_FILE`] : [setting.name]

/**
 * Returns unknown names: any PORTAL_…, and one similar to a setting that is not set, or that is one without its
 * PORTAL_, because the portal would then silently use a default.
 */
export function unknownNames(environment: Environment): string[] {
  const known = settings.flatMap(namesOf)
  const unset = settings.filter((setting) => namesOf(setting).every((name) => !environment[name])).flatMap(namesOf)
  return Object.keys(environment)
    .filter((name) => environment[name] && !known.includes(name) && !name.startsWith('OTEL_'))
    .flatMap((name) => {
      const meant = name.startsWith(PREFIX) ? withPrefix(name, known) : withoutPrefix(name, unset)
      return meant === undefined ? [] : [`${name} is not a setting. Did you mean ${meant}?`]
    })
}

/** PORTAL_PORT means PORT; anything else, the setting that is written most like it. */
function withPrefix(name: string, known: readonly string[]): string | undefined {
  const rest = name.slice(PREFIX.length)
  return known.includes(rest) ? rest : nearest(name, known)
}

function withoutPrefix(name: string, unset: readonly string[]): string | undefined {
  if (name.length >= SHORTEST_COMPARED && unset.includes(PREFIX + name)) return PREFIX + name
  const candidates = unset.filter((candidate) => candidate.length >= SHORTEST_COMPARED)
  const written = name.toUpperCase()
  const meant = nearest(written, candidates)
  return meant !== undefined && editDistance(written, meant) <= EDITS_MAX ? meant : undefined
}

function nearest(name: string, known: readonly string[]): string | undefined {
  return known
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .toSorted((a, b) => a.distance - b.distance)[0]?.candidate
}

/** Levenshtein distance, row by row. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length] ?? 0
}
