import { isIssue, type Refusal } from '../http/answers.ts'
import { type Message, MessageRef, translateAsShipped } from '../http/sentences.ts'
import {
  type ActResult,
  type ConfigurationKind,
  EntryProblem,
  type KindContext,
  keyOf,
  type Present,
  titleOf,
} from './configuration-kind.ts'
import { differingFields, type FieldDifference, stateHash } from './entry-difference.ts'
import type { FileEntry, PlacedProblem } from './read-files.ts'

/** What becomes of one entry. */
export interface Difference {
  readonly kind: string
  readonly noun: string
  readonly title: string
  /** What it is found by; not two entries of a kind have the same. */
  readonly key: string
  readonly action: 'add' | 'change' | 'remove'
  /** Empty for a removal. */
  readonly fields: readonly FieldDifference[]
  /** Hash of the state that it changes. */
  readonly seen: string
  readonly place: string
}

export interface ChangeResult {
  readonly differences: readonly Difference[]
  readonly problems: readonly PlacedProblem[]
  /** Entries that are as the files state them. */
  readonly unchangedCount: number
}

/** A context that forgets what it has read of a kind. */
export interface ChangingContext extends KindContext {
  forget(kind: string): void
  /** The file whose entry acts now: paths in it are relative to it. */
  readFrom(file: string): void
}

/**
 * Changes what the files state otherwise, kind by kind in their order, then removes in the opposite order. All of it is
 * in the transaction of the context, which the caller commits or rolls back.
 */
export async function changeByFiles(
  context: ChangingContext,
  kinds: readonly ConfigurationKind[],
  entries: readonly FileEntry[],
): Promise<ChangeResult> {
  const result = new Changes(context)
  try {
    for (const kind of kinds) {
      const own = entries.filter((each) => each.kind === kind)
      for (const entry of own.filter((each) => !each.isRemoval)) await result.state(entry)
      context.forget(kind.name)
      await result.verify(kind)
    }
    for (const kind of kinds.toReversed()) {
      for (const entry of entries.filter((each) => each.kind === kind && each.isRemoval)) await result.remove(entry)
      context.forget(kind.name)
    }
  } catch (error) {
    // A statement that fails ends the transaction: what was refused because of it says why.
    if (result.problems.length === 0) throw error
  }
  return result
}

class Changes implements ChangeResult {
  readonly differences: Difference[] = []
  readonly problems: PlacedProblem[] = []
  unchangedCount = 0
  readonly #context: ChangingContext
  readonly #changed: FileEntry[] = []

  constructor(context: ChangingContext) {
    this.#context = context
  }

  /** Adds or changes what an entry states. */
  async state(given: FileEntry): Promise<void> {
    const { kind, entry, file } = given
    this.#context.readFrom(file)
    const present = await this.#find(given)
    if (present instanceof EntryProblem) return this.#problem(given, present)
    if (!present) {
      const fields = Object.entries(entry).map(([field, after]) => ({ field, before: null, after }))
      this.#note(given, 'add', { fields, present })
      return this.#finish(given, await kind.add(this.#context, entry))
    }
    const fields = await differingFields(this.#context, kind, present.entry, entry)
    if (fields.length === 0) {
      this.unchangedCount++
      return
    }
    this.#note(given, 'change', { fields, present })
    const [first] = fields
    if (!kind.change)
      return this.#problem(
        given,
        new EntryProblem(first?.field ?? '', `A ${kind.noun} is added and removed, not changed.`),
      )
    const stated = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined))
    const wanted = { ...present.entry, ...stated }
    const changed = new Set(fields.map(({ field }) => field))
    this.#finish(given, await kind.change(this.#context, { present, wanted, changed }))
  }

  async remove(given: FileEntry): Promise<void> {
    const { kind } = given
    const present = await this.#find(given)
    if (present instanceof EntryProblem) return this.#problem(given, present)
    if (!present) {
      this.unchangedCount++
      return
    }
    this.#note(given, 'remove', { fields: [], present })
    const [field = ''] = kind.key
    this.#finish(
      given,
      kind.remove
        ? await kind.remove(this.#context, present)
        : new EntryProblem(field, `A ${kind.noun} cannot be removed by files.`),
    )
  }

  /** Reads what was changed of a kind again: what the portal stores otherwise would differ in every later plan. */
  async verify(kind: ConfigurationKind): Promise<void> {
    for (const given of this.#changed.filter((each) => each.kind === kind)) {
      this.#context.readFrom(given.file)
      const present = await this.#find(given)
      if (present instanceof EntryProblem) continue
      if (!present) {
        const [field = ''] = kind.key
        this.#problem(given, new EntryProblem(field, 'The portal keeps it under another name than the file states.'))
        continue
      }
      for (const { field, before } of await differingFields(this.#context, kind, present.entry, given.entry))
        this.#problem(
          given,
          new EntryProblem(field, `The portal keeps "${field}" as ${JSON.stringify(before)}: state it so.`),
        )
    }
  }

  async #find(given: FileEntry): Promise<Present | EntryProblem | undefined> {
    const { kind, entry } = given
    const all = await this.#context.present(kind.name)
    const [found, other] = all.filter((each) => keyOf(kind, each.entry) === keyOf(kind, entry))
    const [field = ''] = kind.key
    const title = titleOf(kind, entry)
    return other ? new EntryProblem(field, `There are several of "${title}": files cannot tell them apart.`) : found
  }

  #note(
    { kind, entry, placeOf }: FileEntry,
    action: Difference['action'],
    { fields, present }: { fields: readonly FieldDifference[]; present: Present | undefined },
  ): void {
    const title = titleOf(kind, entry)
    const seen = stateHash(present?.entry)
    const key = keyOf(kind, entry)
    this.differences.push({ kind: kind.name, noun: kind.noun, title, key, action, fields, seen, place: placeOf() })
  }

  #finish(given: FileEntry, result: ActResult): void {
    const { kind } = given
    if (kind.hasOrder) this.#context.forget(kind.name)
    if (result) this.#problem(given, result)
    else if (!given.isRemoval) this.#changed.push(given)
  }

  #problem(given: FileEntry, problem: EntryProblem | Refusal): void {
    const { kind, entry, placeOf } = given
    const title = `${kind.noun} "${titleOf(kind, entry)}"`
    if (problem instanceof EntryProblem)
      return void this.problems.push({ place: placeOf(problem.field), message: `${title}: ${problem.message}` })
    this.problems.push(...refusalProblems(given, title, problem))
  }
}

/** What a call refused, at the field of each sentence. */
function refusalProblems(
  { kind, placeOf }: FileEntry,
  title: string,
  { code, message, data }: Refusal,
): PlacedProblem[] {
  const issues = Array.isArray(data) ? data.filter(isIssue) : []
  if (issues.length === 0) return [{ place: placeOf(), message: `${title}: ${words(message) || `refused (${code})`}` }]
  return issues.map(({ field, message: why }) => {
    const [wire = field] = field.split('.')
    const own = kind.wireFields[wire]
    return { place: placeOf(own), message: `${title}: ${own ?? field}: ${words(why)}` }
  })
}

const words = (message: Message): string =>
  message instanceof MessageRef || message.length > 0 ? translateAsShipped(message) : ''
