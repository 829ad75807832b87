import { Document } from 'yaml'
import type { ChangingContext } from './change-by-files.ts'
import { type ConfigurationKind, type Entry, keyOf, titleOf } from './configuration-kind.ts'

export interface ExportedFile {
  readonly name: string
  readonly bytes: Buffer
}

export interface Export {
  readonly files: readonly ExportedFile[]
  /** What files cannot tell apart, and so leave out. */
  readonly leftOut: readonly string[]
}

/** Returns a file for each kind that has entries, which plans as no difference. */
export async function exportFiles(context: ChangingContext, kinds: readonly ConfigurationKind[]): Promise<Export> {
  const files: ExportedFile[] = []
  const leftOut: string[] = []
  for (const kind of kinds) {
    const present = (await context.present(kind.name)).filter(({ entry }) => !kind.isDefault?.(entry))
    const entries: Entry[] = []
    for (const one of present) {
      const contents = (await kind.contents?.(context, one)) ?? []
      files.push(...contents.map(({ name, bytes }) => ({ name, bytes })))
      const without = Object.fromEntries((kind.contentFields ?? []).map((field) => [field, undefined]))
      const named = Object.fromEntries(contents.map(({ field, name }) => [field, name]))
      entries.push({ ...one.entry, ...without, ...named })
    }
    const keys = entries.map((entry) => keyOf(kind, entry))
    const isSingle = (index: number) => keys.indexOf(keys[index] ?? '') === keys.lastIndexOf(keys[index] ?? '')
    leftOut.push(...entries.flatMap((entry, at) => (isSingle(at) ? [] : [`${kind.noun} "${titleOf(kind, entry)}"`])))
    const single = entries.filter((_, at) => isSingle(at))
    if (single.length > 0) files.push({ name: `${kind.name}.yaml`, bytes: Buffer.from(fileText(kind, single)) })
  }
  return { files, leftOut: [...new Set(leftOut)] }
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
