import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allEndpoints } from './areas.ts'
import { exactText, text } from './kit/codecs.ts'
import type { Shape } from './kit/endpoint.ts'

/** Marks that write what follows the other way round, and those that end them. */
const marks = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069']

/** Fields that keep every character, with the reason. */
const exact: Readonly<Record<string, string>> = {
  ...becauseOf('a password, compared by its hash', [
    'password',
    'currentPassword',
    'newPassword',
    'confirmPassword',
    'securityConfirmPwd',
  ]),
  ...becauseOf('the answer to a security question, compared by its hash', ['pswdPhrase']),
  ...becauseOf('compared with what the portal issued', ['sessionToken', 'csrfToken']),
  ...becauseOf('written and signed by another server', ['SAMLResponse', 'SAMLRequest', 'RelayState', 'metadataTxt']),
  ...becauseOf('a value that only another program reads', ['configValueTxt', 'authorizationTxt']),
  ...becauseOf('a value of a file of users, which the rules of its field change and judge', ['valueTxt']),
  ...becauseOf('what a browser reports, which the log writes without such marks', [
    'url',
    'message',
    'type',
    'stackTrace',
    'cause',
  ]),
}

function becauseOf(reason: string, fields: readonly string[]) {
  return Object.fromEntries(fields.map((field) => [field, reason]))
}

interface Part {
  _zod: { def: Record<string, unknown> & { type: string } }
}

/** The texts within a part of a call, each with the names of the fields that lead to it. */
function textsOf(part: unknown, path: string): { path: string; schema: z.ZodMiniType }[] {
  if (!(part as Part | undefined)?._zod) return []
  const { def } = (part as Part)._zod
  switch (def.type) {
    case 'string':
      return [{ path, schema: part as z.ZodMiniType }]
    case 'object':
      return Object.entries(def['shape'] as object).flatMap(([key, one]) => textsOf(one, `${path}.${key}`))
    case 'record':
      return [...textsOf(def['keyType'], path), ...textsOf(def['valueType'], path)]
    case 'array':
      return textsOf(def['element'], path)
    case 'tuple':
      return (def['items'] as unknown[]).flatMap((one) => textsOf(one, path))
    case 'union':
      return (def['options'] as unknown[]).flatMap((one) => textsOf(one, path))
    case 'pipe':
      return textsOf(def['in'], path)
    case 'lazy':
      return textsOf((def['getter'] as () => unknown)(), path)
    default:
      return textsOf(def['innerType'], path)
  }
}

/** Whether a text takes one of the marks and keeps it. */
const keepsMark = (schema: z.ZodMiniType) =>
  marks.some((mark) =>
    [`a${mark}b`, mark, `AB${mark}`, `https://a.example/${mark}`, `a${mark}b@a.example`, `1${mark}`].some((sent) => {
      const { success, data } = z.safeParse(schema, sent)
      return success && String(data).includes(mark)
    }),
  )

const sent = allEndpoints().flatMap(({ endpoint: { name, body } }) => textsOf(body as Shape | undefined, name))

test('no text that people send keeps marks that change the direction of writing, unless it is to stay as it is', () => {
  expect(sent.length).toBeGreaterThan(200)
  const keeping = sent.filter(({ schema }) => keepsMark(schema)).map(({ path }) => path)
  const fields = keeping.map((path) => path.slice(path.lastIndexOf('.') + 1))
  expect(keeping.filter((_path, at) => !((fields[at] ?? '') in exact))).toEqual([])
  expect(Object.keys(exact).filter((field) => !fields.includes(field))).toEqual([])
})

test.each(marks.map((mark) => [mark]))('%j is left out of a text, and stays in one that is kept as it is', (mark) => {
  expect(z.parse(text(20), `Ada ${mark}& live`)).toBe('Ada & live')
  expect(z.parse(exactText(20), `Ada ${mark}& live`)).toBe(`Ada ${mark}& live`)
  // Marks that only say how their neighbors are written stay: names and texts in Arabic and Hebrew need them.
  expect(z.parse(text(20), 'a\u200eb\u200fc\u061cd\u200de')).toBe('a\u200eb\u200fc\u061cd\u200de')
})
