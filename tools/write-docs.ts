import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { settingsTable } from '../server/src/config/settings-table.ts'
import { proofsFile, proofsPage } from './requirements.ts'

const operations = path.resolve(import.meta.dirname, '../docs/operations.md')
const START = '<!-- settings: written by npm run docs -->'
const END = '<!-- end of settings -->'

/** docs/operations.md with its table of settings as the code has them. */
export function withSettings(page: string): string {
  const from = page.indexOf(START)
  const to = page.indexOf(END)
  if (from < 0 || to < from) throw new Error('docs/operations.md has lost the marks around its table of settings')
  return `${page.slice(0, from + START.length)}\n\n${settingsTable()}\n\n${page.slice(to)}`
}

if (import.meta.main) {
  writeFileSync(operations, withSettings(readFileSync(operations, 'utf8')))
  writeFileSync(proofsFile, proofsPage())
}
