import { editDistance, nearest } from './nearest-name.mjs'
import { settings } from './settings.mjs'

/** @typedef {import('./setting.ts').Environment} Environment */

/** Shorter names of ours (PORT, HOST, LOG_LEVEL) are too similar to those of other programs. */
const SHORTEST_COMPARED = 10

const PREFIX = 'PORTAL_'

/** Maximum number of edits for a typing mistake. */
const EDITS_MAX = 2

/** @param {import('./setting.ts').Setting} setting */
const namesOf = (setting) => (setting.secret ? [setting.name, `${setting.name}_FILE`] : [setting.name])

/**
 * Returns unknown names: any PORTAL_…, and one similar to a setting that is not set, or that is one without its
 * PORTAL_, because the portal would then silently use a default.
 * @param {Environment} environment
 */
export function unknownNames(environment) {
  const known = settings.flatMap(namesOf)
  const unset = settings.filter((setting) => namesOf(setting).every((name) => !environment[name])).flatMap(namesOf)
  return Object.keys(environment)
    .filter((name) => environment[name] && !known.includes(name) && !name.startsWith('OTEL_'))
    .flatMap((name) => {
      const meant = name.startsWith(PREFIX) ? withPrefix(name, known) : withoutPrefix(name, unset)
      if (meant !== undefined) return [`${name} is not a setting. Did you mean ${meant}?`]
      return name.startsWith(PREFIX) ? [`${name} is not a setting. docs/operations.md lists them.`] : []
    })
}

/**
 * PORTAL_PORT means PORT; anything else a setting that is written like it, or else the one that shares most words with
 * it, as PORTAL_LDAP_CA does with PORTAL_DIRECTORY_CA.
 * @param {string} name
 * @param {readonly string[]} known
 */
function withPrefix(name, known) {
  const rest = name.slice(PREFIX.length)
  if (known.includes(rest)) return rest
  const written = nearest(name, known)
  return written !== undefined && editDistance(name, written) <= EDITS_MAX ? written : withMostWords(name, known)
}

/** Returns undefined where no setting has a word of the name. @param {string} name @param {readonly string[]} known */
function withMostWords(name, known) {
  const words = wordsOf(name)
  const ranked = known
    .map((candidate) => ({ candidate, likeness: likeness(words, wordsOf(candidate)) }))
    .filter(({ likeness: found }) => found > 0)
    .toSorted((a, b) => b.likeness - a.likeness)
  return ranked[0]?.candidate
}

/** Every secret has a name with FILE too: that word says nothing. @param {string} name */
const wordsOf = (name) => name.split('_').filter((word) => word !== 'PORTAL' && word !== 'FILE')

/** Share of the words that both have; the first word, which is the topic, counts twice. @param {readonly string[]} a @param {readonly string[]} b */
function likeness(a, b) {
  const common = a.filter((word) => b.includes(word)).length
  return (common + (a[0] === b[0] ? 1 : 0)) / (new Set([...a, ...b]).size + 1)
}

/** @param {string} name @param {readonly string[]} unset */
function withoutPrefix(name, unset) {
  if (name.length >= SHORTEST_COMPARED && unset.includes(PREFIX + name)) return PREFIX + name
  const written = name.toUpperCase()
  // Each letter more or less is an edit: most names need no comparison.
  const candidates = unset.filter(
    ({ length }) => length >= SHORTEST_COMPARED && Math.abs(length - written.length) <= EDITS_MAX,
  )
  const meant = nearest(written, candidates)
  return meant !== undefined && editDistance(written, meant) <= EDITS_MAX ? meant : undefined
}
