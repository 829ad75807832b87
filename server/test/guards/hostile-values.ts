/** Values that no field may fail on. */
export const hostileValues: readonly [string, unknown][] = [
  ['null', null],
  ['a list for a value', ['Y']],
  ['an empty list', []],
  ['an object for a value', { toString: 'x' }],
  ['a number', 42],
  ['minus nought', -0],
  ['a number that no id holds', 9_007_199_254_740_993n],
  ['true', true],
  ['empty text', ''],
  ['NUL', 'a\0b'],
  ['control signs', '\r\n\t\u001b[31m'],
  ['half a sign', '\ud800'],
  ['half a sign before a letter', '\udc00x'],
  ['text from right to left', '\u202e\u2066abc\u2069'],
  ['signs that fold', 'ﬁ İ ß ſ K'],
  ['many marks on one letter', `a${'\u0301'.repeat(2000)}`],
  ['50 kB of what slows patterns down', `${'a'.repeat(50_000)}!`],
  ['50 kB of blanks', ' '.repeat(50_000)],
  ['a statement', "x'; drop table users; --"],
  ['a statement in a number', '1 or 1=1'],
  ['a wildcard', '%_\\'],
  ['a template', '{{7*7}}${7*7}<%=7*7%>'],
  ['markup', '<script>alert(1)</script>'],
  ['a path', '../../../../etc/passwd'],
  ['an address', 'file:///etc/passwd'],
  ['a property of objects', '__proto__'],
]

/** JSON with numbers that JSON.stringify does not write. */
export function hostileJson(value: unknown): string {
  const numbers = new Map<string, string>()
  const text = JSON.stringify(value, (_key, part: unknown) => {
    const written = typeof part === 'bigint' ? String(part) : Object.is(part, -0) ? '-0' : undefined
    if (written === undefined) return part
    const mark = `number ${numbers.size}`
    numbers.set(`"${mark}"`, written)
    return mark
  })
  return [...numbers].reduce((json, [mark, written]) => json.replace(mark, written), text)
}

const deep = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels)

/** Bodies that are invalid for every call, as sent on the wire. */
export const hostileBodies: readonly [string, string | Buffer][] = [
  ['a list', '[]'],
  ['a list of bodies', '[{}]'],
  ['text', '"text"'],
  ['a number', '1e309'],
  ['true', 'true'],
  ['half of an object', '{"a":'],
  ['two objects', '{}{}'],
  ['a single quote', "{'a':1}"],
  ['a comment', '{}//'],
  ['bytes that are no text', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['an unknown key', '{"unknownKey":1}'],
  ['a prototype', '{"__proto__":{"isAdmin":true}}'],
  ['a prototype written with escapes', '{"\\u005f\\u005fproto\\u005f\\u005f":{"isAdmin":true}}'],
  ['the prototype of a constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['a prototype further down', '{"a":{"__proto__":{"isAdmin":true}}}'],
  ['100,000 lists in each other', deep(100_000, '[', ']')],
  ['40,000 objects in each other', deep(40_000, '{"a":', '}').replace(':}', ':1}')],
  ['10,000 keys', `{${Array.from({ length: 10_000 }, (_, n) => `"k${n}":1`).join()}}`],
]

/** Queries that no call accepts. */
export const hostileQueries: readonly string[] = [
  '__proto__=1',
  '__proto__[isAdmin]=1',
  'constructor.prototype=1',
  'constructor[prototype][isAdmin]=1',
  'unknownKey=1',
  'unknownKey=1&unknownKey=2',
  'toString=1',
  '%00=1',
  '%ff=%fe',
  '[]=1',
  `${'a=1&'.repeat(2000)}a=1`,
]
