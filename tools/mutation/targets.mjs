import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from '../lib/runtime.mjs'

/** What `npm run mutate` mutates when nothing is named: the contract, all rules, the guards, and handlers chosen for what they decide. */
const all = [
  /^contract\/src\/(?!.*(?:text-areas|-texts)\.ts$)([\w-]+\/)?[\w-]+\.ts$/,
  /-rules\.ts$/,
  /^server\/src\/http\/(authority|request-guards|origin|rate-limits|send-file)\.ts$/,
  /^server\/src\/areas\/(home|session|links|announcements|documents)\/[\w-]+-handlers\.ts$/,
]

/** Tests that prove a file from elsewhere, besides those that import it. @type {Readonly<Record<string, readonly RegExp[]>>} */
const provedBy = {
  'contract/src/rich-text.ts': [/^server\/src\/rich-text\.test\.ts$/, /ui\/SafeHtml\.test\.tsx$/],
  'server/src/areas/announcements/announcement-admin-handlers.ts': [
    /announcements\/announcement-(admin|review)\.test\.ts$/,
  ],
  'server/src/areas/announcements/announcement-audience-handlers.ts': [/announcements\/announcement-reach\.test\.ts$/],
  'server/src/areas/announcements/announcement-handlers.ts': [/announcements\/announcements\.test\.ts$/],
  'server/src/areas/documents/document-handlers.ts': [/areas\/documents\/(documents|sharing)\.test\.ts$/],
  'server/src/areas/home/home-handlers.ts': [/areas\/home\/home\.test\.ts$/],
  'server/src/areas/home/tile-image-handlers.ts': [/areas\/home\/tile-image-upload\.test\.ts$/],
  'server/src/areas/links/link-handlers.ts': [/areas\/links\/links\.test\.ts$/],
  'server/src/areas/session/session-handlers.ts': [
    /areas\/session\/session(s-of-mine)?\.test\.ts$/,
    /emulation\/emulation\.test\.ts$/,
  ],
}

const sources = ['contract/src', 'demo/src', 'embedded-postgres/src', 'server/src', 'server/test', 'web/src'].flatMap(
  (folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
      .filter((file) => /\.tsx?$/.test(file)),
)
const isTest = (/** @type {string} */ file) => /\.test\.tsx?$/.test(file)
const tests = sources.filter(isTest)

/**
 * The files to mutate.
 * @param {readonly string[]} named files or folders, from the root; none: all targets
 */
export function targetsOf(named) {
  /** @param {string} file */
  const isNamed = (file) =>
    named.length === 0
      ? all.some((pattern) => pattern.test(file))
      : named.some((one) => file === one || file.startsWith(`${one.replace(/\/$/, '')}/`))
  const files = sources.filter((file) => isNamed(file) && !isTest(file))
  if (files.length === 0) throw new Error(`There is no file to mutate in ${named.join(', ')}.`)
  return files
}

/**
 * The test files that may notice changes of a file, the cheapest first: the one beside it, the record of the calls for
 * the contract, those that import it, and those named above.
 * @param {string} file
 */
export function testsOf(file) {
  const beside = [`${file.replace(/\.tsx?$/, '')}.test.ts`].filter((test) => tests.includes(test))
  const recorded = file.startsWith('contract/') && !file.endsWith('-rules.ts') ? ['contract/src/wire.test.ts'] : []
  const importing = tests.filter((test) => imports(test, file))
  const elsewhere = (provedBy[file] ?? []).flatMap((pattern) => tests.filter((test) => pattern.test(test)))
  return [...new Set([...beside, ...recorded, ...importing, ...elsewhere])]
}

/** @param {string} test @param {string} file */
function imports(test, file) {
  const text = readFileSync(inRoot(test), 'utf8')
  const own = path.posix.relative(path.posix.dirname(test), file)
  if (text.includes(`from '${own.startsWith('.') ? own : `./${own}`}'`)) return true
  // The calls of the contract are in every test; its rules only in those about them.
  return file.endsWith('-rules.ts') && text.includes(`from '${file.replace('contract/src/', '@portico/contract/')}'`)
}
