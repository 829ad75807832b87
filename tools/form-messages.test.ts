import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const web = path.join(root, 'web/src')
const general = readFileSync(path.join(root, 'contract/src/texts/general-texts.ts'), 'utf8')

const forms = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('kit-page'))
  .flatMap((file) => {
    const source = readFileSync(path.join(web, file), 'utf8')
    return [...source.matchAll(/\buseForm\(\{([^]*?)\n {2}\}\)/g)].map(([, options = '']) => ({
      file,
      source,
      options,
    }))
  })

/** Schemas that several forms share, by their files. */
const shared = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => /-(?:form|schemas)\.ts$/.test(file))
  .map((file): [string, string] => [file, readFileSync(path.join(web, file), 'utf8')])

/** The texts by which a schema explains what is wrong, other than those that every form has. */
function ownMessages({ file, source, options }: (typeof forms)[number]): string[] {
  const schema = /\bschema(?:: ([^\n]*))?,\n/.exec(options)?.[1] ?? 'schema'
  return (schema.match(/\w+/g) ?? [])
    .map((name) => definitionOf(name, file, source))
    .flatMap((definition) =>
      [...definition.replaceAll(/ as '\w+'/g, '').matchAll(/'([a-z]+(?:_[a-z]+)+)'/g)].map(([, key = '']) => key),
    )
    .filter((key) => !general.includes(`\n  ${key}:`))
}

function definitionOf(name: string, file: string, source: string): string {
  const from = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '(\\.[^']+)'`).exec(source)?.[1] ?? ''
  const imported = path.join(web, path.dirname(file), from)
  const text = from !== '' && existsSync(imported) ? readFileSync(imported, 'utf8') : source
  return new RegExp(`(?:const|function) ${name}\\b[^]*?\\n(?=\\n|$)`).exec(text)?.[0] ?? ''
}

test('a form whose schema explains a fault in its own words has these words', () => {
  const explaining = forms.filter((form) => ownMessages(form).length > 0)
  expect(explaining.length).toBeGreaterThan(10)
  const wordless = explaining.filter(({ options }) => !/\n {4}messages\b/.test(options))
  expect(wordless.map(({ file }) => file)).toEqual([])
})

/** What a sentence about a limit of a text or list is named after. */
const namedAfter = { minLength: /_(?:missing|required|too_short|no_[a-z]+)$/, maxLength: /_too_long$/ }

test('what is too short or missing, and what is too long, is said by the sentence for it', () => {
  const limits = [...new Map(forms.map(({ source, file }) => [file, source])), ...shared].flatMap(([file, source]) =>
    [...source.matchAll(/\bz\.(minLength|maxLength)\([^',{]+, (?:\{ error: )?'(\w+)'/g)].map(
      ([, limit = '', key = '']) => ({
        file,
        limit: limit as keyof typeof namedAfter,
        key,
      }),
    ),
  )
  expect(limits.length).toBeGreaterThan(20)
  expect(limits.filter(({ limit, key }) => !namedAfter[limit].test(key))).toEqual([])
})
