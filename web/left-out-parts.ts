import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const SOURCES = path.join(import.meta.dirname, 'src')
const LIBRARY = path.join(import.meta.dirname, '..', 'node_modules', '@mantine', 'core', 'esm')

/** `Menu.Sub = MenuSub;`, which makes whoever uses a menu load submenus. */
const PART = /^(\w+)\.([A-Z]\w*) = [A-Z]\w*;$/gm
const NAMED = /\b(\w+)\.([A-Z]\w*)\b/g

/** Leaves out of the build the parts of the library's components that neither this application nor the library names. */
export function namedPartsOnly(): Plugin {
  const named = new Set<string>()
  return {
    name: 'portico:named-parts-only',
    apply: 'build',
    buildStart() {
      for (const file of [...scriptsIn(SOURCES), ...scriptsIn(LIBRARY)])
        for (const name of namesIn(readFileSync(file, 'utf8'))) named.add(name)
    },
    transform: {
      filter: { id: /\/@mantine\/core\/esm\/components\/.*\.mjs$/ },
      handler: (code) => ({ code: withoutUnnamed(code, named), map: null }),
    },
  }
}

const scriptsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
    .map((file) => path.join(folder, file))

/** The parts that a source names, as `Menu.Item`; what it calls `LibraryModal` is the library's `Modal`. */
export const namesIn = (source: string): string[] =>
  [...source.replace(PART, '').matchAll(NAMED)].map(
    ([, component = '', part]) => `${component.replace(/^Library/, '')}.${part}`,
  )

/** Takes out the parts that no source names, line for line, so that the places of the others stay. */
export const withoutUnnamed = (source: string, named: ReadonlySet<string>): string =>
  source.replace(PART, (line, component: string, part: string) => (named.has(`${component}.${part}`) ? line : ''))
