import type { FastifyInstance } from 'fastify'

/**
 * Entries of lists and fields of objects that a JSON body may hold in all. The largest body that a call takes, a user
 * with 10,000 customers, holds 20,000; a longer list of wrong values would cost a report of each.
 */
const VALUES_MAX = 30_000

/** A value takes two characters at least, itself and a comma. */
const CHARACTERS_WITHOUT_COUNTING = VALUES_MAX * 2

/** Too much for one body; `statusCode` is how the framework's errors say so too. */
class TooManyValues extends Error {
  readonly statusCode = 413
  constructor() {
    super('The body holds too many values')
  }
}

/**
 * JSON bodies; an empty one counts as none, since several calls of the specification send a type without a body. And
 * plain text, for the calls that accept it (`alsoTakes`): all others refuse its type before the body is read.
 */
export function acceptBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(
    ['application/json', 'application/csp-report'],
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null, undefined)
      else
        void parse(request, body as string, (error, value) => {
          const isTooMuch = body.length > CHARACTERS_WITHOUT_COUNTING && countValues(value) > VALUES_MAX
          done(isTooMuch ? new TooManyValues() : error, value)
        })
    },
  )
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body))
}

/** Counts without recursion: a body may be nested as deep as it is long. */
function countValues(value: unknown): number {
  const waiting = [value]
  let count = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const values: unknown[] = Array.isArray(next) ? next : Object.values(next)
    count += values.length
    if (count > VALUES_MAX) return count
    for (const one of values) if (typeof one === 'object' && one !== null) waiting.push(one)
  }
  return count
}
