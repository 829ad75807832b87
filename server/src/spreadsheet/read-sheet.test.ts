import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import yazl from 'yazl'
import { workbook } from '../../test/workbook.ts'
import { writeCsv } from './csv.ts'
import { readSheet } from './read-sheet.ts'
import { type SheetRow, UnreadableSheet } from './sheet-row.ts'
import { writeXlsx } from './xlsx.ts'

const MB = 1024 * 1024

/** Reads bytes that arrive in pieces of this size. */
async function read(bytes: Buffer, { piece = 7, maxBytes = 40 * MB } = {}): Promise<SheetRow[]> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, index) =>
    bytes.subarray(index * piece, (index + 1) * piece),
  )
  const rows: SheetRow[] = []
  for await (const row of readSheet(Readable.from(pieces), maxBytes)) rows.push(row)
  return rows
}
/** Returns the largest number of rows that are read between two turns of the event loop. */
async function mostRowsInOneTurn(bytes: Buffer): Promise<number> {
  let isOver = false
  let inTurn = 0
  let most = 0
  const turn = () => {
    inTurn = 0
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  for await (const _ of readSheet(Readable.from([bytes]), 40 * MB)) most = Math.max(most, ++inTurn)
  isOver = true
  return most
}
const texts = async (bytes: Buffer) =>
  (await read(bytes)).map(({ number, cells }) => [
    number,
    ...cells.map(({ text, isFormula }) => (isFormula ? '!' : text)),
  ])
const faultOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'none',
    (error: unknown) => (error instanceof UnreadableSheet ? error.fault : String(error)),
  )

const people = 'First name;Last name\r\n"Ada; B";Lovelace\r\n\r\nGrace;"Hopper\nof the ""Navy"""\r\n'
const expected = [
  [1, 'First name', 'Last name'],
  [2, 'Ada; B', 'Lovelace'],
  [3, ''],
  [4, 'Grace', 'Hopper\nof the "Navy"'],
]
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

describe('a CSV file', () => {
  test.each([
    ['UTF-8', Buffer.from(people)],
    ['UTF-8 with a byte order mark', Buffer.from(`\u{feff}${people}`)],
    ['UTF-16 with a byte order mark', utf16(`\u{feff}${people}`)],
    ['UTF-16 without one', utf16(people)],
    ['UTF-16, big end first', utf16(`\u{feff}${people}`).swap16()],
    ['UTF-16, big end first, without a mark', utf16(people).swap16()],
  ])('is read in %s', async (_, bytes) => expect(await texts(bytes)).toEqual(expected))

  test.each([',', ';', '\t'])('is read with %j between its values', async (separator) => {
    const file = `A${separator}"B, C; D"\nÉ${separator}𝒻\n`
    expect(await texts(Buffer.from(file))).toEqual([
      [1, 'A', 'B, C; D'],
      [2, 'É', '𝒻'],
    ])
  })

  test('may name its separator in the first row, and have other ends of lines', async () => {
    expect(await texts(Buffer.from('sep=;\nA,B;C\rD;E'))).toEqual([
      [2, 'A,B', 'C'],
      [3, 'D', 'E'],
    ])
  })

  test('in another encoding is refused, and so is a quote that never ends', async () => {
    expect(await faultOf(read(Buffer.from('Name\nJosé\n', 'latin1')))).toBe('encoding')
    expect(await faultOf(read(Buffer.from(`A\n"${'x'.repeat(200_000)}`), { piece: MB }))).toBe('unreadable')
  })

  test.each([
    ['101 cells', ','.repeat(100)],
    ['millions of cells', Buffer.alloc(8 * MB, ',')],
    ['101 cells in quotes', '"",'.repeat(101)],
  ])('with %s in a row is refused before the row ends', async (_, row) => {
    const bytes = Buffer.concat([Buffer.from('A,B\n'), Buffer.from(row as string)])
    expect(await faultOf(read(bytes, { piece: 65_536 }))).toBe('cells')
  })

  test('with 100 cells in a row is read', async () => {
    expect((await read(Buffer.from(`${','.repeat(99)}\n`)))[0]?.cells).toHaveLength(100)
  })

  test('is parsed in slices between which other requests are served, whatever its rows', async () => {
    for (const row of ['\n', 'a\n', ',,,\n'])
      expect(await mostRowsInOneTurn(Buffer.from(row.repeat(60_000)))).toBeLessThanOrEqual(256)
  })

  test('that we exported is read as it was', async () => {
    async function* rows() {
      yield ['+49 30 1234']
    }
    const bytes = await buffer(writeCsv(rows(), [{ header: 'Phone', value: (cell) => cell }]))
    expect(await texts(bytes)).toEqual([
      [1, 'Phone'],
      [2, '+49 30 1234'],
    ])
  })

  test('beyond the size is refused before it is read to its end', async () => {
    expect(await faultOf(read(Buffer.alloc(2_000, 'a'), { maxBytes: 1_999, piece: 500 }))).toBe('size')
    expect(await faultOf(read(Buffer.alloc(1_999, 'a'), { maxBytes: 1_999, piece: 500 }))).toBe('none')
  })
})

const parts = {
  'xl/workbook.xml':
    '<x:workbook xmlns:x="m" xmlns:r="r"><x:sheets><x:sheet name="B" r:id="r2"/><x:sheet name="A" r:id="r1"/></x:sheets></x:workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="r1" Type="t/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="t/worksheet" Target="/xl/worksheets/sheet2.xml"/><Relationship Id="r3" Type="t/sharedStrings" Target="strings.xml"/></Relationships>',
  'xl/strings.xml':
    '<sst><si><t>First name</t></si><si><r><t>La</t></r><r><t>st name</t></r><rPh><t>hint</t></rPh></si><si><t>a &lt; b &#x26; c</t></si></sst>',
  'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>',
}
const sheet = (rows: string) => ({
  ...parts,
  'xl/worksheets/sheet2.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
})

describe('an Excel workbook', () => {
  test('gives the values of its first sheet: shared, inline, numbers and truth values', async () => {
    const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
      <row r="4"><c r="C4" t="inlineStr"><is><t>in line</t></is></c><c r="D4"><v>5.550001234E9</v></c><c r="E4"><v>1.5</v></c>
      <c r="F4" t="b"><v>1</v></c><c r="G4" t="b"><v>0</v></c><c r="H4" t="s"><v>2</v></c></row>
      <row><c><v>7</v></c><c/></row>`
    expect(await texts(await workbook(sheet(rows)))).toEqual([
      [1, 'First name', 'Last name'],
      [4, '', '', 'in line', '5550001234', '1.5', 'Y', 'N', 'a < b & c'],
      [5, '7', ''],
    ])
  })

  test('with formulas and errors says so, and evaluates none', async () => {
    const rows = '<row><c t="str"><f>A2&amp;B2</f><v>x</v></c><c><f>1+1</f><v>2</v></c><c t="e"><v>#N/A</v></c></row>'
    expect(await texts(await workbook(sheet(rows)))).toEqual([[1, '!', '!', '!']])
  })

  test('that we wrote is read as it was, whatever its texts', async () => {
    const values = ['=1+1', 'a "b" <c> & d', 'two\nlines', ' blank around ', '𝒻é']
    async function* rows() {
      yield values
    }
    const bytes = await buffer(writeXlsx(rows(), [{ header: 'Value', value: (cell) => cell }]))
    expect(await texts(bytes)).toEqual([[1, 'Value'], ...values.map((value, index) => [index + 2, value])])
  })

  test('that unpacks to far more than it is, is refused', async () => {
    const archive = new yazl.ZipFile()
    for (const [name, content] of Object.entries(parts)) archive.addBuffer(Buffer.from(content), name)
    const blanks = Array.from({ length: 210 }, () => Buffer.alloc(MB, ' '))
    archive.addReadStream(Readable.from(blanks), 'xl/worksheets/sheet2.xml')
    archive.end()
    const bytes = await buffer(archive.outputStream)
    expect(bytes.length).toBeLessThan(MB)
    expect(await faultOf(read(bytes, { piece: 65_536 }))).toBe('inflated')
    // A directory that tells less than the truth does not help.
    const at = bytes.lastIndexOf('xl/worksheets/sheet2.xml') - 46
    bytes.writeUInt32LE(1_000, at + 24)
    expect(await faultOf(read(bytes, { piece: 65_536 }))).toBe('unreadable')
  })

  test('with too many shared texts is refused', async () => {
    const strings = `<sst>${'<si><t/></si>'.repeat(1_500_001)}</sst>`
    const bytes = await workbook({ ...sheet('<row/>'), 'xl/strings.xml': strings })
    expect(await faultOf(read(bytes, { piece: 65_536 }))).toBe('inflated')
  })

  test.each([
    ['101 cells in a row', '<c/>'.repeat(101)],
    ['a value beyond the 100th column', '<c r="CW1"><v>1</v></c>'],
  ])('with %s is refused', async (_, cells) => {
    expect(await faultOf(read(await workbook(sheet(`<row>${cells}</row>`)), { piece: 65_536 }))).toBe('cells')
  })

  test('is parsed in slices between which other requests are served', async () => {
    expect(await mostRowsInOneTurn(await workbook(sheet('<row/>'.repeat(60_000))))).toBeLessThanOrEqual(4_096)
  })

  test('is read with as many different texts as a large import has', async () => {
    const names = Array.from({ length: 60_000 }, (_, at) => `Größe ${at}`)
    const strings = `<sst>${names.map((name) => `<si><t>${name}</t></si>`).join('')}</sst>`
    const rows = names.map((_, at) => `<row><c t="s"><v>${at}</v></c></row>`).join('')
    const bytes = await workbook({ ...sheet(rows), 'xl/strings.xml': strings })
    expect((await read(bytes, { piece: 65_536 })).map(({ cells }) => cells[0]?.text)).toEqual(names)
  })

  test('with more bytes of texts than any import needs is refused', async () => {
    const strings = `<sst>${`<si><t>${'x'.repeat(1_000)}</t></si>`.repeat(34_000)}</sst>`
    const bytes = await workbook({ ...sheet('<row/>'), 'xl/strings.xml': strings })
    expect(await faultOf(read(bytes, { piece: 65_536 }))).toBe('inflated')
  })

  test.each([
    ['a password', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'protected'],
    ['nothing behind its first bytes', Buffer.from('PK\u0003\u0004'), 'unreadable'],
  ])('with %s is refused', async (_, bytes, fault) => expect(await faultOf(read(bytes))).toBe(fault))

  test.each([
    ['no sheet', { 'xl/workbook.xml': '<workbook/>', 'xl/_rels/workbook.xml.rels': '<Relationships/>' }],
    ['no workbook', { 'word/document.xml': '<a/>' }],
    ['elements in one another without end', sheet(`${'<a>'.repeat(60)}${'</a>'.repeat(60)}`)],
    ['attributes without end', sheet(`<row ${Array.from({ length: 60 }, (_, at) => `a${at}=""`).join(' ')}/>`)],
    ['a comment of a megabyte', sheet(`<!--${'x'.repeat(MB)}-->`)],
    ['an attribute of a megabyte', sheet(`<row a="${'x'.repeat(MB)}"/>`)],
    ['broken XML', sheet('<row><c></row>')],
    [
      'entities of its own',
      { ...sheet(''), 'xl/strings.xml': '<!DOCTYPE a [<!ENTITY b "c">]><sst><si><t>&b;</t></si></sst>' },
    ],
    ['rows out of order', sheet('<row r="2"/><row r="1"/>')],
    ['a row number beyond every sheet', sheet('<row r="99999999"/>')],
  ])('with %s is refused', async (_, files) => expect(await faultOf(read(await workbook(files)))).toBe('unreadable'))
})
