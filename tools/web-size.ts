import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { inRoot } from './lib/runtime.mjs'

/** How much JavaScript, gzip, a visitor loads before a page works. */
const budgets: readonly Budget[] = [
  { page: 'sign-in', parts: /^$/, kib: 180 },
  {
    page: 'home',
    parts: /(^_|\/)(SignedInFrame|frame-queries|HomePage|home-queries)(\.tsx?|-[\w-]+\.js)$/,
    kib: 220,
  },
  // Without the editor, which a field loads when formatted text is written.
  { page: 'all pages', parts: /^(?!.*RichTextEditor)/, kib: 600 },
  { page: 'text editor', parts: /RichTextEditor/, besides: 'all pages', kib: 80 },
]

interface Budget {
  page: string
  /** The page whose files are loaded already. */
  besides?: string
  /**
   * The lazy parts that the page loads beside the entry, by their source, or by their file where an administration
   * screen loads them too; windows come when they are opened.
   */
  parts: RegExp
  kib: number
}

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
}

type Manifest = Readonly<Record<string, Chunk>>

const dist = inRoot('web', 'dist')
const manifestFile = path.join(dist, '.vite', 'manifest.json')
const manifest: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))

const sizes = budgets.map((budget) => ({ ...budget, size: sizeOf(budget) }))
for (const { page, kib, size } of sizes) console.log(`${page}: ${size.toFixed(1)} of ${kib} KiB`)
process.exitCode = sizes.some(({ size, kib }) => size > kib) ? 1 : 0

function sizeOf(budget: Budget): number {
  const base = budgets.find(({ page }) => page === budget.besides)
  const loaded = base ? filesOf(base) : new Set<string>()
  const own = [...filesOf(budget)].filter((file) => !loaded.has(file))
  const bytes = own.map((file) => gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length)
  return bytes.reduce((sum, size) => sum + size, 0) / 1024
}

function filesOf({ parts }: Budget): Set<string> {
  const files = new Set<string>()
  for (const [source, chunk] of Object.entries(manifest))
    if (chunk.isEntry || parts.test(source)) collect(source, files)
  return files
}

function collect(source: string, files: Set<string>): void {
  const chunk = manifest[source]
  if (!chunk || !chunk.file.endsWith('.js') || files.has(chunk.file)) return
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) collect(imported, files)
}
