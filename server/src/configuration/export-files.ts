import { Document } from 'yaml'
import type { ChangingContext } from './change-by-files.ts'
import { type ConfigurationKind, type Entry, keyOf, titleOf } from './configuration-kind.ts'
import { comparable } from './entry-difference.ts'
import { readFiles } from './read-files.ts'

export interface ExportedFile {
  readonly name: string
  readonly bytes: Buffer
}

/** What an export leaves out, and why. */
export interface LeftOut {
  readonly title: string
  readonly why: string
}

export interface Export {
  readonly files: readonly ExportedFile[]
  readonly leftOut: readonly LeftOut[]
}

/** Returns a file for each kind that has entries, which plans as no difference. */
export async function exportFiles(context: ChangingContext, kinds: readonly ConfigurationKind[]): Promise<Export> {
  const files: ExportedFile[] = []
  const leftOut: LeftOut[] = []
  for (const kind of kinds) {
    const present = (await context.present(kind.name)).filter(({ entry }) => !kind.isDefault?.(entry))
    const entries: Entry[] = []
    for (const [one, other] of Map.groupBy(present, ({ entry }) => keyOf(kind, entry)).values()) {
      if (!one) continue
      const contents = (await kind.contents?.(context, one)) ?? []
      const without = Object.fromEntries((kind.contentFields ?? []).map((field) => [field, undefined]))
      const named = Object.fromEntries(contents.map(({ field, name }) => [field, name]))
      const entry = { ...one.entry, ...without, ...named }
      const why = other ? 'there are several of this name' : await whatIsLost(context, kind, entry)
      if (why !== undefined) {
        leftOut.push({ title: `${kind.noun} "${titleOf(kind, entry)}"`, why })
        continue
      }
      files.push(...contents.map(({ name, bytes }) => ({ name, bytes })))
      entries.push(entry)
    }
    if (entries.length > 0) files.push({ name: `${kind.name}.yaml`, bytes: Buffer.from(fileText(kind, entries)) })
  }
  return { files, leftOut }
}

/** What is wrong with an entry as a file would state it; undefined where reading it gives the same. */
async function whatIsLost(
  context: ChangingContext,
  kind: ConfigurationKind,
  entry: Entry,
): Promise<string | undefined> {
  const { entries, problems } = readFiles([{ name: '', text: fileText(kind, [entry]) }], [kind])
  const [problem] = problems
  if (problem) return problem.message.replace(/\.$/, '')
  const [read] = entries
  if (!read || keyOf(kind, read.entry) !== keyOf(kind, entry)) return 'its name would come back as another one'
  for (const field of Object.keys(entry).filter((each) => !kind.key.includes(each))) {
    const [is, becomes] = [entry[field], read.entry[field]]
    // A path is compared as it is stated: its file is not there yet.
    const isKept =
      comparable(kind, field, becomes) === comparable(kind, field, is) ||
      (await kind.isSame?.(context, field, is, becomes))
    if (!isKept) return `"${field}" would come back as another value`
  }
  return undefined
}

function fileText({ name, about, shape }: ConfigurationKind, entries: readonly Entry[]): string {
  const order = Object.keys(shape.shape)
  const rows = entries.map((entry) =>
    Object.fromEntries(order.flatMap((field) => (entry[field] === undefined ? [] : [[field, entry[field]]]))),
  )
  const document = new Document({ [name]: rows })
  document.commentBefore = ` yaml-language-server: $schema=configuration.schema.json\n ${about}.`
  return document.toString({ lineWidth: 0 })
}
