import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const web = path.join(import.meta.dirname, '../web/src')
const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
const read = (file: string) => readFileSync(path.join(web, file), 'utf8')
const sheets = files.filter((file) => file.endsWith('.module.css'))

/** The classes of each sheet that a component reads. */
const uses = files
  .filter((file) => file.endsWith('.tsx'))
  .flatMap((file) => {
    const source = read(file)
    return [...source.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].map(([, name = '', from = '']) => ({
      file,
      sheet: path.join(path.dirname(file), from),
      classes: [...source.matchAll(new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'g'))].map(([, used = '']) => used),
    }))
  })
const classesOf = (sheet: string) =>
  new Set(
    [
      ...read(sheet)
        .replaceAll(/\/\*.*?\*\//gs, '')
        .matchAll(/\.([a-z][\w-]*)/gi),
    ].map(([, name]) => name),
  )

test('every class that a component reads is in its style sheet', () => {
  expect(uses.length).toBeGreaterThan(100)
  const missing = uses.flatMap(({ file, sheet, classes }) => {
    const known = classesOf(sheet)
    return classes.filter((name) => !known.has(name)).map((name) => `${file}: ${name}`)
  })
  expect(missing).toEqual([])
})

test('every style sheet of a component has rules and is imported', () => {
  const imported = new Set(uses.map(({ sheet }) => sheet))
  expect(sheets.filter((sheet) => classesOf(sheet).size === 0 || !imported.has(sheet))).toEqual([])
})
