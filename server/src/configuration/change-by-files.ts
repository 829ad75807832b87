import type { Refusal } from '../http/answers.ts'
import {
  type ActResult,
  type ConfigurationKind,
  type Entry,
  type EntryName,
  EntryProblem,
  type KindContext,
  keyOf,
  nameOfEntry,
  type Present,
  titleOf,
} from './configuration-kind.ts'
import { withArticle } from './issue-sentence.ts'
import { differingFields, type FieldDifference, lostFields, stateHash } from './entry-difference.ts'
import type { ManagedSet } from './managed-set.ts'
import { type FileEntry, formerOf, type PlacedProblem, WAS } from './read-files.ts'
import { refusalProblems } from './refusal-problems.ts'

/** What becomes of one entry. */
export interface Difference extends EntryName {
  /** 'release': it stays, and files manage it no longer. */
  readonly action: 'add' | 'change' | 'remove' | 'release'
  /** Of a removal everything that goes; empty for a release. */
  readonly fields: readonly FieldDifference[]
  /** Permissions of users that end with what is removed. */
  readonly endsPermissions?: number
  /** Hash of the state that it changes, as it was before the first change. */
  readonly seen: string
  readonly place: string
}

export interface ChangeResult {
  readonly differences: readonly Difference[]
  readonly problems: readonly PlacedProblem[]
  /** Entries that are as the files state them. */
  readonly unchangedCount: number
  /** Of what the files state, what no files have managed so far. */
  readonly newlyManaged: readonly EntryName[]
}

/** A context that forgets what it has read. */
export interface ChangingContext extends KindContext {
  /** What a kind has of this key now; several where files cannot tell them apart. */
  find(kind: string, key: string): Promise<readonly Present[]>
  /** What was read of a kind is read again; without one, everything. */
  forget(kind?: string): void
  /** The file whose entry acts now: paths in it are relative to it. */
  readFrom(file: string): void
}

/**
 * Renames first, so that the files find everything under its new name. Then changes what they state otherwise, kind by
 * kind in their order, and removes in the opposite order. All of it is in the transaction of the context, which the caller commits or rolls back.
 */
export async function changeByFiles(
  context: ChangingContext,
  kinds: readonly ConfigurationKind[],
  entries: readonly FileEntry[],
  managed: ManagedSet,
): Promise<ChangeResult> {
  const result = new Changes(context, managed)
  const lists = kinds
    .map((kind) => ({ kind, own: entries.filter((each) => each.kind === kind) }))
    .filter(({ kind, own }) => own.length > 0 || managed.mayPrune(kind.name))
  try {
    for (const { kind, own } of lists) await result.renameAll(kind, own)
    for (const { kind, own } of lists) own.push(...managed.leftOver(kind, await result.see(kind), own))
    for (const { kind, own } of lists) {
      if (kind.removesFirst) await result.removeAll(own)
      await result.stateAll(kind, own)
    }
    for (const { kind, own } of lists.toReversed()) if (!kind.removesFirst) await result.removeAll(own)
  } catch (error) {
    // A statement that fails ends the transaction: what was refused because of it says why.
    if (result.problems.length === 0) throw error
  }
  return result
}

/** Entries of a list with positions in the order of these, the others in that of the files. */
function inTheirOrder(entries: readonly FileEntry[]): readonly FileEntry[] {
  const positionOf = ({ entry }: FileEntry) => Number(entry['position'] ?? Number.MAX_SAFE_INTEGER)
  return entries.toSorted((one, other) => positionOf(one) - positionOf(other))
}

/** What is wrong with a new entry that lacks a field which it has to state. */
function missingField({ required = [] }: ConfigurationKind, entry: Entry): EntryProblem | undefined {
  const missing = required.find((field) => entry[field] === undefined)
  return missing === undefined ? undefined : new EntryProblem(missing, `"${missing}" is missing.`)
}

/** What is wrong with a change of a field that is set when an entry is added. */
function fixedField({ fixed = [] }: ConfigurationKind, changed: ReadonlySet<string>): EntryProblem | undefined {
  const found = fixed.find((field) => changed.has(field))
  return found === undefined
    ? undefined
    : new EntryProblem(found, `"${found}" is set when it is added, and does not change.`)
}

const neverChanged = ({ noun }: ConfigurationKind, [first]: readonly FieldDifference[]): EntryProblem =>
  new EntryProblem(first?.field ?? '', `${withArticle(noun, 'A')} is added and removed, not changed.`)

class Changes implements ChangeResult {
  readonly differences: Difference[] = []
  readonly problems: PlacedProblem[] = []
  unchangedCount = 0
  readonly #context: ChangingContext
  readonly #managed: ManagedSet
  readonly #changed: FileEntry[] = []
  /** What was renamed, with the name that it had. */
  readonly #renamed = new Map<FileEntry, string>()
  readonly #notRenamed = new Set<FileEntry>()
  /** What there was before the first change, by kind and key. */
  readonly #seen = new Map<string, Entry>()

  constructor(context: ChangingContext, managed: ManagedSet) {
    this.#context = context
    this.#managed = managed
  }

  get newlyManaged(): readonly EntryName[] {
    return this.#managed.added
  }

  /** Reads a kind as it is before the first change. */
  async see(kind: ConfigurationKind): Promise<readonly Present[]> {
    const present = await this.#context.present(kind.name)
    for (const { entry } of present) this.#seen.set(`${kind.name} ${keyOf(kind, entry)}`, entry)
    return present
  }

  /** Renames what an entry states under a new name, before anything else is read or changed. */
  async renameAll(kind: ConfigurationKind, own: readonly FileEntry[]): Promise<void> {
    for (const given of own) {
      if (given.was === undefined) continue
      const problem = await this.#rename(kind, given, given.was)
      if (!problem) continue
      this.#notRenamed.add(given)
      this.#problem(given, problem)
    }
  }

  async stateAll(kind: ConfigurationKind, own: readonly FileEntry[]): Promise<void> {
    for (const entry of own.filter(({ act }) => act === 'release')) await this.#release(entry)
    const stated = own.filter((each) => each.act === 'state' && !this.#notRenamed.has(each))
    for (const entry of kind.hasOrder ? inTheirOrder(stated) : stated) await this.#state(entry)
    await this.#verify(kind)
  }

  async removeAll(own: readonly FileEntry[]): Promise<void> {
    const removed = own.filter(({ act }) => act === 'remove')
    for (const entry of removed) await this.#remove(entry)
    if (removed.length > 0) this.#context.forget()
  }

  async #rename(kind: ConfigurationKind, given: FileEntry, was: string): Promise<ActResult> {
    const name = String(given.entry['name'])
    const former = await this.#find({ ...given, entry: formerOf(given, was) })
    // It has been renamed, or there never was one: then it is added.
    if (!former || former instanceof EntryProblem) return former
    const present = await this.#find(given)
    if (present instanceof EntryProblem) return present
    if (present && present.id !== former.id)
      return new EntryProblem(WAS, `there is a ${kind.noun} "${titleOf(kind, former.entry)}" beside it.`)
    const before = String(former.entry['name'])
    if (before === name) return undefined
    const change = { changed: new Set(['name']), differing: { name }, wanted: { ...former.entry, name } }
    const result = await kind.change?.(this.#context, { present: former, ...change })
    this.#context.forget()
    if (!result) this.#renamed.set(given, before)
    return result
  }

  /** Adds or changes what an entry states. */
  async #state(given: FileEntry): Promise<void> {
    const { kind, entry, file } = given
    this.#context.readFrom(file)
    const present = await this.#find(given)
    if (present instanceof EntryProblem) return this.#problem(given, present)
    if (!present) {
      const fields = Object.entries(entry).map(([field, after]) => ({ field, before: null, after }))
      this.#note(given, 'add', { fields })
      return this.#finish(given, missingField(kind, entry) ?? (await kind.add(this.#context, entry)))
    }
    const fields = await differingFields(this.#context, kind, present.entry, entry)
    const was = this.#renamed.get(given)
    const name = was === undefined ? [] : [{ field: 'name', before: was, after: entry['name'] }]
    if (name.length + fields.length === 0) {
      this.unchangedCount++
      this.#managed.note(kind, present, file)
      return
    }
    this.#note(given, 'change', { fields: [...name, ...fields] })
    this.#finish(given, fields.length === 0 ? undefined : await this.#change(given, present, fields))
  }

  #change(given: FileEntry, present: Present, fields: readonly FieldDifference[]): ActResult | Promise<ActResult> {
    const { kind, entry } = given
    const changed = new Set(fields.map(({ field }) => field))
    const fixed = fixedField(kind, changed)
    if (!kind.change || fixed) return fixed ?? neverChanged(kind, fields)
    const stated = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined))
    const wanted = { ...present.entry, ...stated }
    const differing = Object.fromEntries(Object.entries(wanted).filter(([field]) => changed.has(field)))
    return kind.change(this.#context, { present, wanted, changed, differing })
  }

  /** Leaves an entry as it is, managed by files no longer. */
  async #release(given: FileEntry): Promise<void> {
    const { kind } = given
    const present = await this.#find(given)
    if (present instanceof EntryProblem) return this.#problem(given, present)
    if (!present || !this.#managed.isManaged(kind.name, present)) {
      this.unchangedCount++
      return
    }
    this.#note(given, 'release', { fields: [] })
    this.#managed.end(kind.name, present)
  }

  async #remove(given: FileEntry): Promise<void> {
    const { kind } = given
    const present = await this.#find(given)
    if (present instanceof EntryProblem) return this.#problem(given, present)
    if (present) this.#managed.end(kind.name, present)
    // What always exists is removed by its default.
    if (!present || kind.isDefault?.(present.entry)) {
      this.unchangedCount++
      return
    }
    const endsPermissions = await kind.permissions?.(this.#context, present)
    this.#note(given, 'remove', { fields: lostFields(kind, present.entry), endsPermissions })
    const [field = ''] = kind.key
    this.#finish(
      given,
      kind.remove
        ? await kind.remove(this.#context, present, endsPermissions)
        : new EntryProblem(
            field,
            `${withArticle(kind.noun, 'A')} cannot be removed by files. With “managed: false” it is managed by files no longer.`,
          ),
    )
  }

  /** Reads what was changed of a kind again: what the portal stores otherwise would differ in every later plan. */
  async #verify(kind: ConfigurationKind): Promise<void> {
    const changed = this.#changed.filter((each) => each.kind === kind)
    // One change may move what other kinds read.
    if (changed.length > 0) this.#context.forget()
    for (const given of changed) {
      this.#context.readFrom(given.file)
      const present = await this.#find(given)
      if (present instanceof EntryProblem) continue
      if (!present) {
        const [field = ''] = kind.key
        this.#problem(given, new EntryProblem(field, 'The portal keeps it under another name than the file states.'))
        continue
      }
      this.#managed.note(kind, present, given.file)
      for (const { field, before } of await differingFields(this.#context, kind, present.entry, given.entry))
        this.#problem(
          given,
          new EntryProblem(field, `The portal keeps "${field}" as ${JSON.stringify(before)}: state it so.`),
        )
    }
  }

  async #find(given: FileEntry): Promise<Present | EntryProblem | undefined> {
    const { kind, entry } = given
    const [found, other] = await this.#context.find(kind.name, keyOf(kind, entry))
    const [field = ''] = kind.key
    const title = titleOf(kind, entry)
    if (other) return new EntryProblem(field, `There are several of "${title}": files cannot tell them apart.`)
    return (found && this.#managed.problemOf(kind, found)) ?? found
  }

  #note(
    given: FileEntry,
    action: Difference['action'],
    { fields, endsPermissions }: Pick<Difference, 'fields'> & { endsPermissions?: number | undefined },
  ): void {
    const { kind, entry, placeOf } = given
    const key = keyOf(kind, entry)
    const ends = endsPermissions === undefined ? {} : { endsPermissions }
    const seen = stateHash({ ...this.#seen.get(`${kind.name} ${key}`), ...ends, was: this.#renamed.get(given) })
    this.differences.push({ ...nameOfEntry(kind, entry), action, fields, ...ends, seen, place: placeOf() })
  }

  #finish(given: FileEntry, result: ActResult): void {
    const { kind } = given
    if (kind.hasOrder) this.#context.forget(kind.name)
    if (result) this.#problem(given, result)
    else if (given.act === 'state') this.#changed.push(given)
  }

  #problem(given: FileEntry, problem: EntryProblem | Refusal): void {
    const { kind, entry, placeOf } = given
    const title = `${kind.noun} "${titleOf(kind, entry)}"`
    if (problem instanceof EntryProblem)
      return void this.problems.push({ place: placeOf(problem.field), message: `${title}: ${problem.message}` })
    this.problems.push(...refusalProblems(given, title, problem))
  }
}
