import { Readable } from 'node:stream'
import { ANNOUNCEMENT_MESSAGE_MAX } from '@portico/contract/limits.ts'
import { isCleanable } from '@portico/contract/rich-text.ts'
import { IMPORT_BYTES_MAX } from '@portico/contract/user-import/user-import-rules.ts'
import { decodeBase64Text, readXml, withDescendants } from '../server/src/areas/federation/public.ts'
import { cleanRichText } from '../server/src/rich-text.ts'
import { readSheet } from '../server/src/spreadsheet/read-sheet.ts'
import { workbook } from '../server/test/workbook.ts'
import type { HostileKind } from './hostile-search.ts'

const HEADER = 'First name,Last name,Email\n'

/** Reads a sheet to its end, or to what is wrong with it. */
async function readRows(bytes: Buffer): Promise<void> {
  try {
    for await (const _ of readSheet(Readable.from(chunksOf(bytes)), IMPORT_BYTES_MAX));
  } catch {
    // Refused, as most are.
  }
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

export const csvFile = (text: string): Buffer => Buffer.from(HEADER + text)

/** A file whose rows give applications that nobody has, each three other ones. */
export const unknownApplications = (rows: number): Buffer => {
  const name = (row: number, part: number) => `${row}-${part}`.padEnd(99, 'x')
  const lines = Array.from(
    { length: rows },
    (_, row) => `A,B,a@b.test,${[1, 2, 3].map((part) => name(row, part)).join(';')}`,
  )
  return Buffer.from(`First name,Last name,Email,Applications\n${lines.join('\n')}`)
}

const parts = {
  'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="r1" Type="t/worksheet" Target="sheet1.xml"/></Relationships>',
  'xl/sharedStrings.xml': '<sst><si><t>First name</t></si><si><t>Last name</t></si><si><t>Email</t></si></sst>',
}
const HEADER_ROW = '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c></row>'

/** A workbook whose first sheet has this XML below its header. */
export const workbookOf = (rows: string): Promise<Buffer> =>
  workbook({ ...parts, 'xl/sheet1.xml': `<worksheet><sheetData>${HEADER_ROW}${rows}</sheetData></worksheet>` })

export const csvKind: HostileKind = {
  name: 'CSV',
  pieces: [
    ',',
    ';',
    '\t',
    '"',
    '""',
    '\n',
    '\r\n',
    '\r',
    'a',
    'é',
    '\0',
    ' ',
    '=',
    "'=",
    'sep=;\n',
    'x'.repeat(60),
    '\ud83d\ude00',
    ','.repeat(99),
    '"a\n"',
  ],
  searched: 64 * 1024,
  read: (text) => readRows(csvFile(text)),
}

export const workbookKind: HostileKind = {
  name: 'Excel workbook',
  pieces: [
    '<row>',
    '</row>',
    '<row/>',
    '<c>',
    '</c>',
    '<c/>',
    '<v>',
    '</v>',
    '1',
    '<is><t>',
    'x',
    '</t></is>',
    '&amp;',
    '&#x41;',
    '<!--',
    '-->',
    ' ',
    '<f/>',
    '<a>',
    '</a>',
    '<c t="s"><v>0</v></c>',
    '<![CDATA[',
    ']]>',
    '<c r="CV1"/>',
    '<row a="',
    '" b="',
    '"/>',
    '<?a ?>',
    `<row>${'<c/>'.repeat(99)}</row>`,
  ],
  searched: 64 * 1024,
  read: async (text) => readRows(await workbookOf(text)),
}

export const richTextKind: HostileKind = {
  name: 'formatted text',
  pieces: [
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<ul><li>',
    '<a href="',
    '">',
    "'",
    '<',
    '>',
    '&',
    '&amp;',
    '&#x3c;',
    '<!--',
    '-->',
    '<script>',
    '</script>',
    '<svg>',
    '<x',
    ' a=b',
    '/>',
    'x',
    ' ',
    '<br>',
    'https://a.example/',
    '<title>',
    '\0',
    '<p></p>',
  ],
  searched: 2 * ANNOUNCEMENT_MESSAGE_MAX,
  read: async (text) => (isCleanable(text, ANNOUNCEMENT_MESSAGE_MAX) ? cleanRichText(text) : null),
}

export const xmlKind: HostileKind = {
  name: 'SAML document',
  pieces: [
    '<a>',
    '</a>',
    '<a/>',
    '<a ',
    'b="c"',
    ' ',
    '>',
    '/>',
    '<!--',
    '-->',
    '&amp;',
    '&#65;',
    'x',
    '<a xmlns:b="c">',
    ' xmlns:d="e"',
    '<b:c>',
    '"',
    '=',
    ']]>',
    '\n',
    '<?xml ?>',
  ],
  searched: 170_000,
  read: async (text) => {
    const root = readXml(decodeBase64Text(Buffer.from(`<r>${text}</r>`).toString('base64')) ?? '')
    return root && withDescendants(root).length
  },
}
