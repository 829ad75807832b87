import { expect, test } from 'vitest'
import { z } from 'zod'
import { changeByFiles, type ChangingContext } from './change-by-files.ts'
import { type ConfigurationKind, type Entry, keyOf, type Present } from './configuration-kind.ts'
import { DEFAULT_SET, ManagedSet } from './managed-set.ts'
import { readFiles } from './read-files.ts'

/** Applies a file to a portal that keeps what is stated of its only kind as this function says. */
async function applied(keep: (stated: Entry) => Entry, held: readonly Entry[] = []) {
  const stored = held.map((entry, at): Present => ({ id: at + 1, entry }))
  const store = (entry: Entry, at: number) => void (stored[at] = { id: at + 1, entry: keep(entry) })
  const kind: ConfigurationKind = {
    name: 'harbors',
    noun: 'harbor',
    about: 'Harbors',
    shape: z.strictObject({ name: z.string(), depth: z.number().optional() }),
    key: ['name'],
    wireFields: {},
    read: () => Promise.resolve(stored),
    add: (_context, entry) => Promise.resolve(store(entry, stored.length)),
    change: (_context, { present, wanted }) => Promise.resolve(store(wanted, Number(present.id) - 1)),
  }
  const context = {
    present: () => Promise.resolve(stored),
    find: (_kind: string, key: string) => Promise.resolve(stored.filter(({ entry }) => keyOf(kind, entry) === key)),
    forget: () => undefined,
    readFrom: () => undefined,
  } as unknown as ChangingContext
  const { entries } = readFiles([{ name: 'a.yaml', text: 'harbors: [{ name: Kiel, depth: 12 }]\n' }], [kind])
  const managed = new ManagedSet({ name: DEFAULT_SET, isPruned: false }, [])
  const { differences, problems } = await changeByFiles(context, [kind], entries, managed)
  return {
    acts: differences.map(({ action }) => action),
    problems: problems.map(({ place, message }) => `${place} ${message}`),
    managed: managed.stated.map(({ id }) => id),
  }
}

const depthOf = (depth: number) => (stated: Entry) => ({ ...stated, depth })
const called = (name: string) => (stated: Entry) => ({ ...stated, name })
const asStated = (stated: Entry) => stated
const OTHER_NAME = 'a.yaml:1:19 harbor "Kiel": The portal keeps it under another name than the file states.'
const OTHER_DEPTH = 'a.yaml:1:32 harbor "Kiel": The portal keeps "depth" as 10: state it so.'

test.each([
  ['adds what the portal keeps as it is stated', asStated, [], { acts: ['add'], problems: [], managed: ['1'] }],
  ['adds what the portal writes in other letters', called('KIEL'), [], { acts: ['add'], problems: [], managed: ['1'] }],
  ['adds what the portal keeps otherwise', depthOf(10), [], { acts: ['add'], problems: [OTHER_DEPTH], managed: ['1'] }],
  ['adds what the portal calls otherwise', called('Kil'), [], { acts: ['add'], problems: [OTHER_NAME], managed: [] }],
  [
    'changes what the portal keeps otherwise',
    depthOf(10),
    [{ name: 'Kiel', depth: 9 }],
    { acts: ['change'], problems: [OTHER_DEPTH], managed: ['1'] },
  ],
  [
    'changes what the portal calls otherwise then',
    called('Kil'),
    [{ name: 'Kiel', depth: 9 }],
    { acts: ['change'], problems: [OTHER_NAME], managed: [] },
  ],
  ['finds as it is', depthOf(10), [{ name: 'Kiel', depth: 12 }], { acts: [], problems: [], managed: ['1'] }],
] as const)('a file that %s says so, since every later plan would differ', async (_what, keep, held, expected) => {
  expect(await applied(keep, held)).toEqual(expected)
})
