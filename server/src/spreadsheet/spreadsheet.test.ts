import { buffer, text } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { writeCsv } from './csv.ts'
import type { Cell, SheetColumn } from './sheet-columns.ts'
import { writeXlsx } from './xlsx.ts'

const columns: SheetColumn<Cell>[] = [{ header: 'Value', value: (cell) => cell }]

async function* rowsOf(cells: readonly Cell[]): AsyncGenerator<readonly Cell[]> {
  yield cells
}

/** Includes the byte order mark, which text readers remove. */
const csvOf = async (cells: readonly Cell[]) => (await buffer(writeCsv(rowsOf(cells), columns))).toString('utf8')

/** The text of a file in the archive, found by the length in its central entry. */
function sheetOf(archive: Buffer, part = 'xl/worksheets/sheet1.xml'): string {
  const name = Buffer.from(part)
  const central = archive.lastIndexOf(name) - 46
  const size = archive.readUInt32LE(central + 20)
  const start = archive.readUInt32LE(central + 42)
  const data = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28)
  return inflateRawSync(archive.subarray(data, data + size)).toString('utf8')
}

const hostile = ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '\n=1', 'a"b', 'a,b', 'a\nb', 'nul\0byte', '<b>&']

describe('a CSV file (L9, S61)', () => {
  test('writes what a spreadsheet would read as a formula as text, and quotes where needed', async () => {
    expect(await csvOf(hostile)).toBe(
      [
        '\ufeffValue',
        `"'=1+1"`,
        `"'+1"`,
        `"'-1"`,
        `"'@x"`,
        `"'\t=1"`,
        `"'\r=1"`,
        `"'\n=1"`,
        '"a""b"',
        '"a,b"',
        '"a\nb"',
        'nulbyte',
        '<b>&',
        '',
      ].join('\r\n'),
    )
  })

  test('writes numbers, dates and nulls unchanged', async () => {
    expect(await csvOf([-1, true, new Date(0), null])).toBe(
      '\ufeffValue\r\n-1\r\ntrue\r\n1970-01-01T00:00:00.000Z\r\n\r\n',
    )
  })

  test('lets other requests have their turn while it is written', async () => {
    const cells = Array.from({ length: 50_000 }, (_, n) => `a text of some length, and its number ${n}`)
    let turns = 0
    let isWritten = false
    const takeTurn = () => {
      turns++
      if (!isWritten) setImmediate(takeTurn)
    }
    setImmediate(takeTurn)
    const text = await csvOf(cells)
    isWritten = true
    // Pieces have 8,192 characters and the rest of a row.
    const pieces = Math.floor(text.length / 8_300)
    expect(pieces).toBeGreaterThan(250)
    expect(turns).toBeGreaterThanOrEqual(pieces)
  })
})

describe('an Excel file (L9, S61)', () => {
  test('holds texts as texts and no formula', async () => {
    const sheet = sheetOf(await buffer(writeXlsx(rowsOf(hostile), columns)))
    expect(sheet).not.toContain('<f>')
    expect(sheet).toContain('<c r="A2" t="inlineStr"><is><t>=1+1</t></is></c>')
    expect(sheet).toContain('nulbyte')
    expect(sheet).toContain('&lt;b&gt;&amp;')
  })

  test('has one row each, however many chunks it takes', async () => {
    const sheet = sheetOf(await buffer(writeXlsx(rowsOf(Array.from({ length: 5000 }, (_, n) => n)), columns)))
    expect(sheet.match(/<row /g)).toHaveLength(5001)
    expect(sheet).toContain('<autoFilter ref="A1:A5001"/>')
  })

  test('goes on with a further sheet where one is full, each with the headings, and none is empty', async () => {
    const partsOf = async (rows: number) => {
      const archive = await buffer(writeXlsx(rowsOf(Array.from({ length: rows }, (_, n) => n)), columns, 4))
      const sheets = [...sheetOf(archive, 'xl/workbook.xml').matchAll(/<sheet name="([^"]+)"/g)].map(([, name]) => name)
      return sheets.map((name, index) => {
        const sheet = sheetOf(archive, `xl/worksheets/sheet${index + 1}.xml`)
        return [name, [...sheet.matchAll(/<v>(\d+)</g)].map(([, value]) => Number(value)), /<t>Value</.test(sheet)]
      })
    }
    expect(await partsOf(0)).toEqual([['Rows', [], true]])
    expect(await partsOf(3)).toEqual([['Rows', [0, 1, 2], true]])
    expect(await partsOf(7)).toEqual([
      ['Rows', [0, 1, 2], true],
      ['Rows (2)', [3, 4, 5], true],
      ['Rows (3)', [6], true],
    ])
  })

  test('has no more rows in a sheet than a spreadsheet opens', async () => {
    const most = 1_048_576
    async function* rows() {
      const some = Array.from({ length: 1024 }, () => null)
      for (let count = 0; count < most; count += some.length) yield some
    }
    const archive = await buffer(writeXlsx(rows(), columns))
    // The headings are a row, too.
    expect(sheetOf(archive, 'xl/workbook.xml').match(/<sheet /g)).toHaveLength(2)
  })

  test('fails where its rows fail', async () => {
    const broken = async function* (): AsyncGenerator<readonly Cell[]> {
      yield [1]
      throw new Error('the database went away')
    }
    await expect(buffer(writeXlsx(broken(), columns))).rejects.toThrow('the database went away')
    await expect(text(writeCsv(broken(), columns))).rejects.toThrow('the database went away')
  })
})
