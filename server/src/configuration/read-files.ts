import {
  type Alias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml'
import { z } from 'zod'
import { type ConfigurationKind, type Entry, keyOf, titleOf } from './configuration-kind.ts'
import { sentenceOfIssue, withArticle } from './issue-sentence.ts'
import { sentenceOfYaml } from './yaml-sentence.ts'

/** A file as it was read. */
export interface SourceFile {
  /** As it was named on the command line. */
  readonly name: string
  readonly text: string
}

/** What is wrong, and where: `file:line:column`. */
export interface PlacedProblem {
  readonly place: string
  readonly message: string
}

/** An entry of a file. */
export interface FileEntry {
  readonly kind: ConfigurationKind
  readonly file: string
  readonly entry: Entry
  readonly act: EntryAct
  /** What it was called. */
  readonly was?: string
  /** Place of a field, or of the entry. */
  readonly placeOf: (field?: string) => string
}

/** What a file wants of an entry: to be as it states, to be removed, or to be managed by files no longer. */
export type EntryAct = 'state' | 'remove' | 'release'

/** Says with `true` that an entry is to be removed. */
export const REMOVE = 'remove'
/** Says with `false` that an entry stays as it is, and is managed by files no longer. */
export const MANAGED = 'managed'

/** Says what an entry was called: it is renamed where it still is. */
export const WAS = 'was'

/** Fields that say what is done with an entry, which then has only those of its key. */
const actFields = [
  { field: REMOVE, value: true, act: 'remove' },
  { field: MANAGED, value: false, act: 'release' },
] as const

/** Returns the entries of all files in their order, with everything that is wrong with the files. */
export function readFiles(
  files: readonly SourceFile[],
  kinds: readonly ConfigurationKind[],
): { entries: FileEntry[]; problems: PlacedProblem[] } {
  const read = files.map((file) => readFile(file, kinds))
  const entries = read.flatMap((each) => each.entries)
  return { entries, problems: [...read.flatMap(({ problems }) => problems), ...twice(entries), ...stillNamed(entries)] }
}

/** Entries that stand more than once, in whatever files. */
function twice(entries: readonly FileEntry[]): PlacedProblem[] {
  const places = new Map<string, string>()
  return entries.flatMap(({ kind, entry, placeOf }) => {
    const key = `${kind.name} ${keyOf(kind, entry)}`
    const first = places.get(key)
    if (first === undefined) places.set(key, placeOf())
    return first === undefined
      ? []
      : [{ place: placeOf(), message: `The ${kind.noun} "${titleOf(kind, entry)}" stands at ${first} already.` }]
  })
}

/** Entries that were called as another one is, or was: which of the two is meant, files cannot say. */
function stillNamed(entries: readonly FileEntry[]): PlacedProblem[] {
  const named = entries.map((each) => ({ each, key: `${each.kind.name} ${keyOf(each.kind, each.entry)}` }))
  const places = new Map<string, FileEntry>(named.map(({ each, key }) => [key, each]))
  return entries.flatMap((each) => {
    const { kind, was, placeOf } = each
    if (was === undefined) return []
    const key = `${kind.name} ${keyOf(kind, formerOf(each, was))}`
    const other = places.get(key)
    places.set(key, each)
    const title = titleOf(kind, formerOf(each, was))
    return other && other !== each
      ? [{ place: placeOf(WAS), message: `The ${kind.noun} "${title}" stands at ${other.placeOf()} as well.` }]
      : []
  })
}

/** An entry under the name that it had. */
export const formerOf = ({ entry }: FileEntry, was: string): Entry => ({ ...entry, name: was })

interface Read {
  entries: FileEntry[]
  problems: PlacedProblem[]
}

const isNothing = (node: unknown): boolean => node === null || (isScalar(node) && node.value === null)
const problemAt = (place: string, message: string): Read => ({ entries: [], problems: [{ place, message }] })
const joined = (parts: readonly Read[]): Read => ({
  entries: parts.flatMap(({ entries }) => entries),
  problems: parts.flatMap(({ problems }) => problems),
})

function readFile({ name, text }: SourceFile, kinds: readonly ConfigurationKind[]): Read {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, strict: true })
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${name}:${Math.max(line, 1)}:${Math.max(col, 1)}`
  }
  const placeOf = (node: unknown) => placeAt((node as Node | null)?.range?.[0] ?? 0)
  const faults = [...document.errors, ...document.warnings].map(({ code, pos: [from] }) => ({
    place: placeAt(from),
    message: sentenceOfYaml(code),
  }))
  const problems = [...new Map(faults.map((fault) => [`${fault.place} ${fault.message}`, fault])).values()]
  if (problems.length > 0) return { entries: [], problems }
  const { contents } = document
  if (isNothing(contents)) return joined([])
  if (!isMap(contents)) return problemAt(placeOf(contents), 'A file has lists under their names, such as "clients:".')
  const context = { name, document, placeOf }
  return joined(contents.items.map(({ key, value }) => readList(key, value, kinds, context)))
}

function readList(key: unknown, value: unknown, kinds: readonly ConfigurationKind[], context: FileContext): Read {
  const { placeOf } = context
  const listName = isScalar(key) ? String(key.value) : ''
  const kind = kinds.find((one) => one.name === listName)
  if (!kind) {
    const names = kinds.map((one) => one.name).join(', ')
    return problemAt(placeOf(key), `"${listName}" is no list. Lists are: ${names}.`)
  }
  if (isSeq(value)) return joined(value.items.map((item) => readEntry(kind, item, context)))
  return isNothing(value)
    ? joined([])
    : problemAt(placeOf(value), `"${listName}" is a list: each entry begins with "-".`)
}

interface FileContext {
  name: string
  document: ReturnType<typeof parseDocument>
  placeOf: (node: unknown) => string
}

function readEntry(kind: ConfigurationKind, item: unknown, { name, document, placeOf }: FileContext): Read {
  const [firstField = 'name'] = kind.key
  if (!isMap(item))
    return problemAt(placeOf(item), `${withArticle(kind.noun, 'A')} has fields, such as "${firstField}: …".`)
  const value = valueOf(item, document)
  if (value === undefined) return unresolved(item, aliasIn(item, document), placeOf)
  const { [REMOVE]: _remove, [MANAGED]: _managed, ...given } = value
  const at = (path: readonly PropertyKey[], inKey = false) => placeOf(nodeAt(item, path, inKey) ?? item)
  const parsed = shapeOf(kind).safeParse(given, { reportInput: true })
  if (!parsed.success)
    return joined(parsed.error.issues.map((issue) => ({ entries: [], problems: issueProblems(kind, issue, at) })))
  const { [WAS]: was, ...entry } = parsed.data as Entry & { was?: string }
  const acts = actFields.filter(({ field }) => value[field] !== undefined)
  for (const { field, value: only } of acts) {
    const problem = actProblem(kind, value, field, only)
    if (problem !== undefined) return problemAt(at([field], true), problem)
  }
  const placeOfField = (field?: string) => (field === undefined ? placeOf(item) : at([field]))
  const act = acts[0]?.act ?? 'state'
  const read: FileEntry = { kind, file: name, entry, act, placeOf: placeOfField }
  return { entries: [was === undefined ? read : { ...read, was }], problems: [] }
}

/** What is wrong with an entry that says by a field what is done with it. */
function actProblem(kind: ConfigurationKind, entry: Entry, field: string, only: boolean): string | undefined {
  if (entry[field] !== only) return `"${field}" is ${String(only)}, or it is left out.`
  const others = Object.keys(entry).filter((each) => each !== field && !kind.key.includes(each))
  return others.length > 0 ? `An entry with "${field}" has no other fields than ${kind.key.join(' and ')}.` : undefined
}

/** What a node holds; undefined where an alias in it cannot be followed. */
function valueOf(item: YAMLMap, document: FileContext['document']): Entry | undefined {
  try {
    return item.toJS(document, { maxAliasCount: 100 }) as Entry
  } catch (error) {
    if (error instanceof ReferenceError) return undefined
    throw error
  }
}

/** What is wrong where an alias cannot be followed: its anchor is not there, or aliases stand within each other. */
const unresolved = (item: YAMLMap, alias: Alias | undefined, placeOf: FileContext['placeOf']): Read =>
  alias
    ? problemAt(placeOf(alias), `"*${alias.source}" has no "&${alias.source}" before it.`)
    : problemAt(placeOf(item), 'Values that are used again with "*" stand too often within each other.')

/** The first alias within a node whose anchor is not there. */
function aliasIn(item: YAMLMap, document: FileContext['document']): Alias | undefined {
  let found: Alias | undefined
  visit(item, {
    Alias: (_key, alias) => {
      if (alias.resolve(document)) return undefined
      found = alias
      return visit.BREAK
    },
  })
  return found
}

function issueProblems(
  kind: ConfigurationKind,
  issue: z.core.$ZodIssue,
  at: (path: readonly PropertyKey[], inKey?: boolean) => string,
): PlacedProblem[] {
  if (issue.code !== 'unrecognized_keys') return [{ place: at(issue.path), message: sentenceOfIssue(issue, kind.noun) }]
  const owner = issue.path.length > 0 ? `"${String(issue.path[0])}"` : withArticle(kind.noun)
  const fields = fieldsAt(kind, issue.path).join(', ')
  return issue.keys.map((key) => ({
    place: at([...issue.path, key], true),
    message: `"${key}" is no field of ${owner}. Fields are: ${fields}.`,
  }))
}

/** The shape with every field optional but those of the key, and with the former name. */
export function shapeOf({ shape, key, isRenamed = false }: ConfigurationKind): z.ZodObject {
  const optional = Object.entries(shape.shape).map(([field, one]) => [
    field,
    key.includes(field) ? one : z.optional(one as z.ZodType),
  ])
  const former = isRenamed ? [[WAS, z.optional((shape.shape['name'] as z.ZodType).describe(WAS_MEANS))]] : []
  return z.strictObject(Object.fromEntries([...optional, ...former]))
}

const WAS_MEANS = 'What it was called: where it still is, it is renamed, and stays the same'

/** Names of the fields at a path of an entry. */
function fieldsAt(kind: ConfigurationKind, path: readonly PropertyKey[]): string[] {
  let shape: unknown = kind.shape
  for (const part of path) {
    const one = unwrapped(shape)
    if (one instanceof z.ZodArray) shape = one.element
    else if (one instanceof z.ZodObject) shape = one.shape[String(part)]
  }
  const found = unwrapped(shape)
  const fields = found instanceof z.ZodObject ? Object.keys(found.shape) : []
  return path.length === 0 ? [...fields, ...(kind.isRenamed ? [WAS] : []), REMOVE, MANAGED] : fields
}

function unwrapped(shape: unknown): unknown {
  return shape instanceof z.ZodOptional || shape instanceof z.ZodNullable ? unwrapped(shape.unwrap()) : shape
}

/** The node at a path within an entry; that of the name of the last field with `inKey`. The nearest one where it is absent. */
function nodeAt(item: YAMLMap, path: readonly PropertyKey[], inKey: boolean): unknown {
  let node: unknown = item
  for (const [index, part] of path.entries()) {
    const pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part))
      : undefined
    if (isPair(pair)) node = inKey && index === path.length - 1 ? pair.key : (pair.value ?? pair.key)
    else if (isSeq(node)) node = node.items[Number(part)] ?? node
    else return node
  }
  return node
}
