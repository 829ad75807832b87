import { Readable } from 'node:stream'
import yazl from 'yazl'
import { type Cell, printable, type SheetColumn } from './sheet-columns.ts'
import { sheetPieces } from './sheet-pieces.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** The same in every workbook, so that equal rows make equal files. */
const PART_TIME = new Date(2000, 0, 1)
/** Characters of some forty rows: each piece goes to the thread that deflates it and back. */
const PIECE_LENGTH = 32_768
const MS_PER_DAY = 86_400_000
/** Days from 1899-12-30, the first day of spreadsheets, to 1970-01-01. */
const EPOCH_DAY = 25_569

/** Rows that Excel opens in one sheet, the heading included. */
const ROWS_OF_A_SHEET = 1_048_576

/**
 * Writes an Excel workbook in constant memory, with a further sheet wherever one is full. Every text is written as
 * text, never as a formula (decision L9).
 * @param rowsOfASheet the heading included
 */
export function writeXlsx<Row>(
  batches: AsyncIterable<readonly Row[]>,
  columns: readonly SheetColumn<Row>[],
  rowsOfASheet = ROWS_OF_A_SHEET,
): NodeJS.ReadableStream {
  const archive = new yazl.ZipFile()
  const output = archive.outputStream as Readable
  const addPart = (name: string, content: string) =>
    archive.addBuffer(Buffer.from(XML + content), name, { mtime: PART_TIME })
  for (const [name, content] of Object.entries(parts)) addPart(name, content)
  const rows = splitRows(batches, rowsOfASheet - 1)
  let sheet: Readable
  const addSheet = (number: number) => {
    sheet = Readable.from(sheetPieces(rows.ofNextSheet(), sheetText(columns)), { objectMode: false })
    // The archive does not notice the error and would never end.
    sheet.on('error', (error) => output.destroy(error))
    sheet.once('end', () => void continueAfter(number).catch((error: Error) => output.destroy(error)))
    archive.addReadStream(sheet, `xl/worksheets/sheet${number}.xml`, { compressionLevel: 1, mtime: PART_TIME })
  }
  const continueAfter = async (number: number) => {
    const hasMore = await rows.hasMore()
    if (output.destroyed) return
    if (hasMore) return addSheet(number + 1)
    addPart('xl/workbook.xml', workbook(number))
    addPart('xl/_rels/workbook.xml.rels', workbookRelations(number))
    archive.end()
  }
  // The archive does not notice that its reader is gone: the rows would stay open.
  output.on('close', () => {
    sheet.destroy()
    // Errors of the rows have destroyed the output before.
    rows.close().catch(() => undefined)
  })
  addSheet(1)
  return output
}

/** Splits rows into sheets of at most `limit` rows each. */
function splitRows<Row>(batches: AsyncIterable<readonly Row[]>, limit: number) {
  const source = batches[Symbol.asyncIterator]()
  let rest: readonly Row[] = []
  /** Reads the next batch where the last one is used up. */
  const hasMore = async (): Promise<boolean> => {
    while (rest.length === 0) {
      const next = await source.next()
      if (next.done) return false
      rest = next.value
    }
    return true
  }
  return {
    hasMore,
    async *ofNextSheet(): AsyncGenerator<readonly Row[]> {
      for (let left = limit; left > 0 && (await hasMore());) {
        const batch = rest.length <= left ? rest : rest.slice(0, left)
        rest = rest.slice(batch.length)
        left -= batch.length
        yield batch
      }
    },
    close: async () => {
      await source.return?.()
    },
  }
}

/** The XML of the sheet: its first row holds the headings and stays in view. */
function sheetText<Row>(columns: readonly SheetColumn<Row>[]) {
  const named = columns.map(({ header, value }, index) => ({ name: columnName(index), header, value }))
  const widths = columns.map(
    ({ width = 16 }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const headings = named.map(({ name, header }) => xlsxCell(`${name}1`, header, ' s="2"')).join('')
  return {
    start: `${XML}<worksheet xmlns="${SHEET}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${headings}</row>`,
    row: (row: Row, number: number) => {
      let cells = ''
      for (const { name, value } of named) cells += xlsxCell(`${name}${number}`, value(row))
      return `<row r="${number}">${cells}</row>`
    },
    end: (last: number) => `</sheetData><autoFilter ref="A1:${named.at(-1)?.name}${last}"/></worksheet>`,
    pieceLength: PIECE_LENGTH,
  }
}

/** Letters of a column: A to Z, then AA. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

function xlsxCell(at: string, cell: Cell, style = ''): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`
  if (cell instanceof Date) return `<c r="${at}" s="1"><v>${cell.getTime() / MS_PER_DAY + EPOCH_DAY}</v></c>`
  const text = SPECIAL.test(cell) ? ` xml:space="preserve">${xmlText(cell)}` : `>${cell}`
  return `<c r="${at}"${style} t="inlineStr"><is><t${text}</t></is></c>`
}

/** What makes a text differ from its XML: markup, control characters, and blanks that readers of XML drop. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const SPECIAL = /^\s|\s$|[&<>\u0000-\u001f\ufffe\uffff]/

const xmlText = (text: string): string =>
  printable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The numbers of the sheets. */
const sheetNumbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

function workbook(count: number): string {
  const sheets = sheetNumbers(count).map(
    (number) => `<sheet name="Rows${number === 1 ? '' : ` (${number})`}" sheetId="${number}" r:id="rId${number}"/>`,
  )
  return `<workbook xmlns="${SHEET}" xmlns:r="${RELATION}"><sheets>${sheets.join('')}</sheets></workbook>`
}

function workbookRelations(count: number): string {
  const sheets = sheetNumbers(count).map(
    (number) => `<Relationship Id="rId${number}" Type="${RELATION}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  )
  return `<Relationships xmlns="${PACKAGE}/relationships">${sheets.join('')}<Relationship Id="rId${count + 1}" Type="${RELATION}/styles" Target="styles.xml"/></Relationships>`
}

/** Parts that are the same in every workbook. What is XML and named nowhere else is a sheet. */
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  // Cell styles: 0 plain, 1 date and time, 2 heading.
  'xl/styles.xml': `<styleSheet xmlns="${SHEET}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="22" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
}
