import type { KnownObject, ObjectId, StatedObject } from '../areas/managed-objects/public.ts'
import {
  type ConfigurationKind,
  type EntryName,
  EntryProblem,
  keyOf,
  nameOfEntry,
  type Present,
} from './configuration-kind.ts'
import type { FileEntry } from './read-files.ts'

/** Files that are applied together, under one name. */
export interface FileSet {
  readonly name: string
  /** What an earlier apply of the set managed, and no file of it states any more, is removed. */
  readonly isPruned: boolean
}

/** Name of the files where none is stated. */
export const DEFAULT_SET = 'default'

/** What a set of files manages, and what becomes of that by an apply. */
export class ManagedSet {
  /** What files of the set manage from now on. */
  readonly stated: StatedObject[] = []
  /** What no files manage any more. */
  readonly ended: ObjectId[] = []
  /** Of `stated`, what no files have managed so far. */
  readonly added: EntryName[] = []
  readonly #set: FileSet
  readonly #known: readonly KnownObject[]
  readonly #byId: ReadonlyMap<string, KnownObject>

  constructor(set: FileSet, known: readonly KnownObject[]) {
    this.#set = set
    this.#known = known
    this.#byId = new Map(known.map((each) => [`${each.kind} ${each.id}`, each]))
  }

  /** True where something of a kind may have to be removed although no file has its list. */
  mayPrune(kind: string): boolean {
    return this.#set.isPruned && this.#known.some((each) => each.kind === kind && each.fileSet === this.#set.name)
  }

  isManaged(kind: string, present: Present): boolean {
    return this.#find(kind, present) !== undefined
  }

  /** What is wrong with an act on something that is there: files of another set manage it. */
  problemOf(kind: ConfigurationKind, present: Present): EntryProblem | undefined {
    const known = this.#find(kind.name, present)
    const [field = ''] = kind.key
    return known && known.fileSet !== this.#set.name
      ? new EntryProblem(field, `the file set "${known.fileSet}" manages it. Give it back there with "managed: false".`)
      : undefined
  }

  /** Notes that a file of the set states something that is there. */
  note(kind: ConfigurationKind, present: Present, file: string): void {
    if (!this.isManaged(kind.name, present)) this.added.push(nameOfEntry(kind, present.entry))
    this.stated.push({ kind: kind.name, id: String(present.id), client: clientOf(kind, present), file })
  }

  /** Notes that files manage something no longer. */
  end(kind: string, { id }: Pick<Present, 'id'>): void {
    this.ended.push({ kind, id: String(id) })
  }

  /**
   * Returns what is to be removed of a kind because no file of the set states it any more. What is there no longer is
   * not managed any more, either.
   */
  leftOver(kind: ConfigurationKind, present: readonly Present[], stated: readonly FileEntry[]): FileEntry[] {
    const byId = new Map(present.map((each) => [String(each.id), each]))
    const statedKeys = new Set(stated.map(({ entry }) => keyOf(kind, entry)))
    const known = this.#known.filter((each) => each.kind === kind.name)
    return known.flatMap(({ id, fileSet, file }) => {
      const found = byId.get(id)
      if (!found) this.end(kind.name, { id })
      if (!found || !this.#set.isPruned || fileSet !== this.#set.name) return []
      if (statedKeys.has(keyOf(kind, found.entry))) return []
      return [{ kind, file, entry: found.entry, act: 'remove' as const, placeOf: () => file }]
    })
  }

  #find(kind: string, { id }: Present): KnownObject | undefined {
    return this.#byId.get(`${kind} ${String(id)}`)
  }
}

/** Name of the client that something is of; null: the installation. */
function clientOf(kind: ConfigurationKind, { entry }: Present): string | null {
  const name = entry[kind.name === 'clients' ? 'name' : 'client']
  return typeof name === 'string' ? name : null
}
