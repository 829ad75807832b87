import fc from 'fast-check'
import * as z from 'zod/mini'
import type { Shape } from '../src/kit/endpoint.ts'

/** The parts of JSON Schema that shapes of the contract come to. */
interface Schema {
  type?: string | string[]
  enum?: unknown[]
  /** Of a text whose rule is code, which random texts never keep. */
  examples?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  pattern?: string
  /** Patterns that a text has to match besides each other. */
  allOf?: { pattern?: string }[]
  format?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** What may go over the line for a shape, as JSON Schema. */
export function wireSchema(shape: Shape): Schema {
  return z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema
}

/** Decodes a value as the server does; returns whether it fits. */
export const fits = (shape: Shape, wire: unknown): boolean =>
  z.safeDecode(shape, wire as never, { reportInput: true }).success

/** Values that a shape takes from the line. Values that only its codecs refuse (a 31st of February) are left out. */
export function wireValues(shape: Shape): fc.Arbitrary<unknown> {
  return valuesOf(wireSchema(shape)).filter((value) => z.safeDecode(shape, value as never).success)
}

/** The smallest values found so far, as JSON. */
const smallestValues = new WeakMap<Shape, string>()

/** The smallest such value: what is optional is left out. It is the same each time, and found once. */
export function smallestWireValue(shape: Shape): unknown {
  const found = smallestValues.get(shape) ?? JSON.stringify(findSmallest(shape))
  smallestValues.set(shape, found)
  return JSON.parse(found)
}

function findSmallest(shape: Shape): unknown {
  const smallest = fc.sample(
    valuesOf(wireSchema(shape), false).filter((value) => z.safeDecode(shape, value as never).success),
    { numRuns: 1, seed: 1 },
  )
  return smallest[0]
}

/** A value of a part of a schema, without what is optional. */
export const smallestValue = (schema: Schema): unknown => fc.sample(valuesOf(schema, false), { numRuns: 1, seed: 1 })[0]

function valuesOf(schema: Schema, withOptional = true): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, withOptional)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.examples) return fc.constantFrom(...schema.examples)
  if ('const' in schema) return fc.constant(schema.const)
  const types = [schema.type ?? 'anything'].flat()
  return fc.oneof(...types.map((type) => (byType[type] ?? byType.anything)(schema, withOptional)))
}

/** As it arrives: JSON knows no negative zero. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

type Values = (schema: Schema, withOptional: boolean) => fc.Arbitrary<unknown>

const byType: Record<string, Values> & { anything: Values } = {
  object: (schema, withOptional) => objectsOf(schema, withOptional),
  array: ({ items = {}, minItems = 0, maxItems = 4 }, withOptional) =>
    fc.array(valuesOf(items, withOptional), { minLength: minItems, maxLength: Math.min(maxItems, 4) }),
  string: (schema) => stringsOf(schema),
  integer: (schema) => integersOf(schema),
  number: () => fc.double({ noNaN: true, noDefaultInfinity: true }).map(asJson),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  anything: () => fc.jsonValue().map(asJson),
}

function objectsOf({ properties = {}, required = [], additionalProperties }: Schema, withOptional: boolean) {
  const named = Object.entries(properties).filter(([name]) => withOptional || required.includes(name))
  const known = fc.record(Object.fromEntries(named.map(([name, schema]) => [name, valuesOf(schema, withOptional)])), {
    requiredKeys: required,
    noNullPrototype: true,
  })
  if (typeof additionalProperties !== 'object') return known
  const isNew = (name: string) => !(name in properties) && name !== '__proto__'
  const others = fc.dictionary(fc.string().filter(isNew), valuesOf(additionalProperties), {
    maxKeys: 4,
    noNullPrototype: true,
  })
  return fc.tuple(others, known).map(([more, some]) => ({ ...more, ...some }))
}

function integersOf({ minimum, maximum, exclusiveMinimum }: Schema) {
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1
  return fc.integer({
    ...(least === undefined ? {} : { min: least }),
    ...(maximum === undefined ? {} : { max: maximum }),
  })
}

const DAY = /^\^\\d\{2\}\\\/\\d\{2\}\\\/\\d\{4\}\$$/

function stringsOf({ allOf = [], ...schema }: Schema): fc.Arbitrary<string> {
  const patterns = allOf.flatMap(({ pattern }) => pattern ?? [])
  const last = patterns.at(-1)
  if (last === undefined) return plainStringsOf(schema)
  // The last pattern is the narrowest: random texts hardly ever match it. What it looks ahead for is left to the filter.
  const texts = plainStringsOf({ ...schema, pattern: last.replaceAll(/\(\?![^()]*\)/g, '') })
  const all = patterns.map((pattern) => new RegExp(pattern))
  return texts.filter((text) => all.every((pattern) => pattern.test(text)))
}

function plainStringsOf({ format, pattern, minLength = 0, maxLength = 64 }: Schema): fc.Arbitrary<string> {
  const instants = fc.date({
    min: new Date('1000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  })
  if (format === 'date-time') return instants.map((instant) => instant.toISOString())
  if (pattern !== undefined && DAY.test(pattern))
    return instants.map((instant) => instant.toISOString().replace(/^(\d{4})-(\d\d)-(\d\d)T.*/, '$2/$3/$1'))
  if (pattern !== undefined)
    return fc.stringMatching(new RegExp(pattern)).filter((text) => text.length >= minLength && text.length <= maxLength)
  return fc.string({ minLength, maxLength: Math.min(maxLength, 64), unit: 'grapheme' })
}
