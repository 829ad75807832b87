import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { inRoot } from './lib/runtime.mjs'
import { sizeLimits } from './lib/size-limits.ts'

/** How much JavaScript, gzip, a visitor loads before a page works, in how many scripts. */
interface Budget {
  page: string
  files: ReadonlySet<string>
  kib: number
  /** Not limited where absent. */
  scripts?: number
}

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
}

const dist = inRoot('web', 'dist')
const read = (name: string) => JSON.parse(readFileSync(path.join(dist, name), 'utf8'))
const manifest: Readonly<Record<string, Chunk>> = read('.vite/manifest.json')
/** What the server adds to a page, by the beginning of its address. */
const preloads: Readonly<Record<string, readonly string[]>> = read('preloads.json')

const sources = Object.keys(manifest)
/** The file of each page, which the manifest does not name where a file holds several. */
const filesOfPages: Readonly<Record<string, string>> = read('.vite/pages.json')
const keys = new Map(sources.map((source) => [manifest[source]?.file, source]))
const isEditor = (source: string) => source.includes('RichTextEditor')
const isOfPhones = (source: string) => source.includes('international-phones')

const signIn = filesOf(sources.filter((source) => manifest[source]?.isEntry))
const home = new Set([...signIn, ...Object.values(preloads).flat()].filter((file) => file.endsWith('.js')))
const all = filesOf(sources.filter((source) => !isEditor(source) && !isOfPhones(source)))

const budgets: readonly Budget[] = [
  { page: 'sign-in', files: signIn, kib: sizeLimits.signIn, scripts: 3 },
  { page: 'home', files: home, kib: sizeLimits.home, scripts: 5 },
  ...pages('portal', { kib: sizeLimits.page, scripts: 6 }),
  ...pages('admin', { kib: sizeLimits.page, scripts: 8 }),
  { page: 'all pages', files: all, kib: sizeLimits.allPages },
  { page: 'text editor', files: without(filesOf(sources.filter(isEditor)), all), kib: sizeLimits.textEditor },
  {
    page: 'numbers of all countries',
    files: without(filesOf(sources.filter(isOfPhones)), all),
    kib: sizeLimits.phoneNumbers,
  },
]

const sizes = budgets.map((budget) => {
  const bytes = [...budget.files].map((file) => gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length)
  return { ...budget, size: bytes.reduce((sum, size) => sum + size, 0) / 1024 }
})
for (const { page, files, kib, scripts, size } of sizes) {
  const inScripts = scripts === undefined ? '' : `, ${files.size} of ${scripts} scripts`
  console.log(`${page}: ${size.toFixed(1)} of ${kib} KiB${inScripts}`)
}
process.exitCode = sizes.some(({ size, kib, files, scripts = files.size }) => size > kib || files.size > scripts)
  ? 1
  : 0

/** The pages of a part of the product, each beyond home. */
function pages(part: string, limits: Pick<Budget, 'kib' | 'scripts'>): Budget[] {
  const ofPart = Object.keys(filesOfPages).filter((source) => source.startsWith(`src/${part}/`))
  const frame = part === 'admin' ? ['src/shell/AdminFrame.tsx'] : []
  return ofPart.map((source) => {
    const page = path.basename(source, '.tsx')
    return {
      page,
      files: without(filesOf([...frame, source].map((one) => keys.get(filesOfPages[one]) ?? one)), home),
      ...limits,
    }
  })
}

function without(files: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...files].filter((file) => !others.has(file)))
}

/** The scripts of these sources, with those that they import. */
function filesOf(from: readonly string[]): Set<string> {
  const files = new Set<string>()
  const add = (source: string) => {
    const chunk = manifest[source]
    if (!chunk || !chunk.file.endsWith('.js') || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const source of from) add(source)
  return files
}
