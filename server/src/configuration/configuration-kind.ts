import { plainName } from '@portico/contract/plain-name.ts'
import type { z } from 'zod'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/answers.ts'
import type { CallContext } from '../http/caller.ts'
import type { ConfigurationCalls } from './configuration-calls.ts'

/** A value of a field of an entry. */
export type FieldValue = unknown
export type Entry = Readonly<Record<string, FieldValue>>

/** What is wrong with a field of an entry, in words. */
export class EntryProblem {
  readonly refused = true
  readonly field: string
  readonly message: string
  constructor(field: string, message: string) {
    this.field = field
    this.message = message
  }
}

/** Something that exists, as a file would state it. */
export interface Present {
  readonly id: number | string
  /** Sent back with a change, where the call takes it. */
  readonly version?: number
  readonly entry: Entry
}

/** A file that an entry names by its path. */
export interface NamedContent {
  /** As the entry names it. */
  readonly path: string
  readonly bytes: Buffer
}

/** A file that an exported entry names. */
export interface ExportedContent {
  readonly field: string
  /** Path that the field states. */
  readonly name: string
  readonly bytes: Buffer
}

/** What the acts of a kind may ask for. */
export interface KindContext extends ConfigurationCalls {
  /** The transaction, for what other areas offer by their public functions. */
  readonly tx: Tx
  /** Who acts, for the audit trail. */
  readonly by: CallContext
  /** Finds what another kind calls so, by the values of its key; returns what is wrong with the field where there is none. */
  refer(kind: string, key: string | readonly (string | null)[], field: string): Promise<Present | EntryProblem>
  /** Everything of a kind as it is now. */
  present(kind: string): Promise<readonly Present[]>
  /** Bytes of a file that an entry names. */
  content(path: string, field: string): NamedContent | EntryProblem
}

/** What an act of a kind came to: a problem, a refusal of the call, or anything else. */
export type ActResult = EntryProblem | Refusal | undefined

export interface Change {
  readonly present: Present
  /** The present state with what the file states. */
  readonly wanted: Entry
  /** Fields that differ. */
  readonly changed: ReadonlySet<string>
  /** Those fields, as the file states them. */
  readonly differing: Entry
}

/** One kind of things that files describe: a list of entries under its name. */
export interface ConfigurationKind {
  /** Name of the list in files. */
  readonly name: string
  /** One entry, within a sentence: 'client'. */
  readonly noun: string
  /** What the list is, for the JSON schema. */
  readonly about: string
  /** An entry as a file states it; all fields but those of the key may be absent. */
  readonly shape: z.ZodObject
  /** Fields that name an entry; together they are unique, in whatever letters. */
  readonly key: readonly string[]
  /** Fields of the entry by the names that refusals of the calls have for them. */
  readonly wireFields: Readonly<Record<string, string>>
  /** Fields that a new entry states. */
  readonly required?: readonly string[]
  /** Fields that are set when an entry is added, and do not change. */
  readonly fixed?: readonly string[]
  /** An entry may state what its `name` was: `change` takes a new one as it takes any other field. */
  readonly isRenamed?: boolean
  /** Fields whose lists have no order. */
  readonly unordered?: readonly string[]
  /** Fields with names that are the same in whatever letters, such as those of entries of other kinds. */
  readonly references?: readonly string[]
  /** A change of one entry may move others: the present state is read again after each. */
  readonly hasOrder?: boolean
  /** Nothing refers to its entries: they are removed before others are added. */
  readonly removesFirst?: boolean
  /** True of an entry that says nothing: it is not exported, and has nothing to remove. */
  isDefault?(entry: Entry): boolean
  /** Whether a value is as a file states it, where that takes more than comparing them; undefined: comparing is enough. */
  isSame?(context: KindContext, field: string, present: FieldValue, stated: FieldValue): Promise<boolean | undefined>
  /** Fields that are exported only with the file that they name. */
  readonly contentFields?: readonly string[]
  /** Files that an exported entry names, by its fields. */
  contents?(context: KindContext, present: Present): Promise<readonly ExportedContent[]>
  read(context: KindContext): Promise<readonly Present[]>
  add(context: KindContext, entry: Entry): Promise<ActResult>
  change?(context: KindContext, change: Change): Promise<ActResult>
  /** How many permissions of users end with an entry that is removed. */
  permissions?(context: KindContext, present: Present): Promise<number>
  /** @param permissionCnt what `permissions` said */
  remove?(context: KindContext, present: Present, permissionCnt?: number): Promise<ActResult>
}

type EntryOf<Shape extends z.ZodObject> = z.output<Shape>
/** A new entry: its key is stated, the rest may be. */
type NewEntry<Shape extends z.ZodObject, Key extends keyof EntryOf<Shape>> = Pick<EntryOf<Shape>, Key> &
  Partial<EntryOf<Shape>>

type FieldOf<Shape extends z.ZodObject> = keyof EntryOf<Shape> & string

/** A change whose acts know the fields of the entry. */
type TypedChange<Shape extends z.ZodObject> = Change & {
  readonly wanted: EntryOf<Shape>
  readonly differing: Partial<EntryOf<Shape>>
}

/** A kind whose acts know the fields of its entries. */
interface TypedKind<
  Shape extends z.ZodObject,
  Key extends FieldOf<Shape>,
  Required extends FieldOf<Shape>,
> extends Omit<ConfigurationKind, 'shape' | 'key' | 'required' | 'fixed' | 'add' | 'change' | 'read'> {
  readonly shape: Shape
  readonly key: readonly Key[]
  readonly required?: readonly Required[]
  readonly fixed?: readonly FieldOf<Shape>[]
  read(context: KindContext): Promise<readonly (Present & { readonly entry: Partial<EntryOf<Shape>> })[]>
  add(context: KindContext, entry: NewEntry<Shape, Key | Required>): Promise<ActResult>
  change?(context: KindContext, change: TypedChange<Shape>): Promise<ActResult>
}

/** Declares a kind, with the fields of its entries known to its acts. */
export const configurationKind = <
  Shape extends z.ZodObject,
  const Key extends FieldOf<Shape>,
  const Required extends FieldOf<Shape> = never,
>(
  kind: TypedKind<Shape, Key, Required>,
): ConfigurationKind => kind as unknown as ConfigurationKind

/** Returns what an act came to, from the answer of its call. */
export const resultOf = (answer: unknown): ActResult =>
  answer instanceof Refusal || answer instanceof EntryProblem ? answer : undefined

/** By what an entry is known in plans. */
export interface EntryName {
  readonly kind: string
  readonly noun: string
  readonly title: string
  /** What it is found by; not two entries of a kind have the same. */
  readonly key: string
}

/** Returns by what an entry is known in plans. */
export const nameOfEntry = (kind: ConfigurationKind, entry: Entry): EntryName => ({
  kind: kind.name,
  noun: kind.noun,
  title: titleOf(kind, entry),
  key: keyOf(kind, entry),
})

/** Returns how an entry is called in sentences: the fields of its key, with slashes between. */
export const titleOf = ({ key }: ConfigurationKind, entry: Entry): string =>
  titleOfParts(key.map((field) => entry[field])) || 'portal'

/** Returns the title of an entry with these values of its key. */
export const titleOfParts = (parts: readonly FieldValue[]): string =>
  parts
    .filter((part) => part !== undefined && part !== null)
    .map(String)
    .join(' / ')

/** Returns the key by which an entry is found, in whatever letters it is written. Unlike titles, keys are unambiguous. */
export const keyOf = (kind: ConfigurationKind, entry: Entry): string =>
  keyOfParts(kind.key.map((field) => entry[field]))

/** Returns the key of an entry with these values of its key fields. */
export const keyOfParts = (parts: readonly FieldValue[]): string =>
  JSON.stringify(parts.map((part) => (typeof part === 'string' ? foldedName(part) : (part ?? null))))

/** Returns a name as the portal keeps names, without the difference of capital and small letters. */
export const foldedName = (name: string): string => plainName(name).toLowerCase()
