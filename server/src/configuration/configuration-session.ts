import { createHash } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import { run } from '../db/run.ts'
import { statement } from '../db/statement.ts'
import type { CallContext } from '../http/caller.ts'
import { recordAudit, auditActor } from '../areas/audit/public.ts'
import { deleteManagedObjects, listKnownObjects, putManagedObjects } from '../areas/managed-objects/public.ts'
import { changeByFiles, type ChangeResult, type ChangingContext } from './change-by-files.ts'
import { configurationCalls, type HandlersByEndpoint } from './configuration-calls.ts'
import {
  type ConfigurationKind,
  EntryProblem,
  keyOf,
  keyOfParts,
  type Present,
  titleOfParts,
} from './configuration-kind.ts'
import { configurationKinds } from './kinds/all-kinds.ts'
import { type FileSet, ManagedSet } from './managed-set.ts'
import type { FileEntry } from './read-files.ts'

/** What files may name beside their own text. */
export interface NamedSources {
  /** Bytes of a file that another one names, or what is wrong with it: 'cannot be read'. */
  content(path: string, from: string): Buffer | string
}

export interface SessionDeps {
  /** A transaction with the scope `everything`. */
  tx: Tx
  handlers: HandlersByEndpoint
  by: CallContext
  sources: NamedSources
}

const lockConfiguration = statement([], {
  name: 'configuration: lock',
  text: `select from pg_advisory_xact_lock(hashtextextended('configuration', 0))`,
})

/** Returns what the acts of the kinds may ask for, within one transaction. */
export function changingContext({ tx, handlers, by, sources }: SessionDeps): ChangingContext {
  const read = new Map<string, Promise<readonly Present[]>>()
  const byKey = new Map<string, Promise<ReadonlyMap<string, readonly Present[]>>>()
  const kindOf = (name: string): ConfigurationKind => {
    const kind = configurationKinds.find((one) => one.name === name)
    if (!kind) throw new Error(`There is no kind "${name}"`)
    return kind
  }
  let readingFile = ''
  const context: ChangingContext = {
    ...configurationCalls(handlers, by),
    tx,
    by,
    forget: (name) => {
      for (const known of [read, byKey])
        if (name === undefined) known.clear()
        else known.delete(name)
    },
    find: async (name, key) => {
      const kind = kindOf(name)
      const known =
        byKey.get(name) ?? context.present(name).then((all) => Map.groupBy(all, ({ entry }) => keyOf(kind, entry)))
      byKey.set(name, known)
      return (await known).get(key) ?? []
    },
    readFrom: (file) => {
      readingFile = file
    },
    present: (name) => {
      const known = read.get(name) ?? kindOf(name).read(context)
      read.set(name, known)
      return known
    },
    refer: async (name, key, field) => {
      const kind = kindOf(name)
      const parts = [key].flat()
      const [found] = await context.find(name, keyOfParts(parts))
      return found ?? new EntryProblem(field, `there is no ${kind.noun} "${titleOfParts(parts)}".`)
    },
    content: (path, field) => {
      const found = sources.content(path, readingFile)
      return typeof found === 'string' ? new EntryProblem(field, `the file ${path} ${found}.`) : { path, bytes: found }
    },
  }
  return context
}

/**
 * Changes what the files state otherwise, and records that they did and what they manage. The caller commits or rolls
 * back.
 */
export async function runConfiguration(
  deps: SessionDeps,
  set: FileSet,
  entries: readonly FileEntry[],
): Promise<ChangeResult> {
  const { tx, by } = deps
  // Two that apply at once would each read what the other is about to change.
  await run(tx, lockConfiguration())
  const managed = new ManagedSet(set, await listKnownObjects(tx))
  const result = await changeByFiles(changingContext(deps), configurationKinds, entries, managed)
  if (result.problems.length > 0) return result
  // What was gone and is made anew may have the id that it had: it is managed again.
  deleteManagedObjects(tx, managed.ended)
  putManagedObjects(tx, set.name, by.caller.user.id, managed.stated)
  recordApplied(deps, set, entries, result)
  return result
}

function recordApplied(
  { tx, by }: SessionDeps,
  { name: fileSet }: FileSet,
  entries: readonly FileEntry[],
  { differences, newlyManaged }: ChangeResult,
): void {
  const files = [...new Set(entries.map(({ file }) => file))]
  const count = (action: string) => differences.filter((each) => each.action === action).length
  recordAudit(tx, by.request, {
    event: 'configuration_applied',
    ...auditActor(by.caller),
    target: { kind: 'configuration', id: createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12) },
    after: {
      fileSet,
      files,
      added: count('add'),
      changed: count('change'),
      removed: count('remove'),
      managed: newlyManaged.length,
      released: count('release'),
    },
  })
}
