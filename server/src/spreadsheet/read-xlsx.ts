import path from 'node:path'
import {
  CELL_MAX,
  CELLS_MAX,
  cellText,
  emptyCell,
  type SheetCell,
  type SheetRow,
  UnreadableSheet,
} from './sheet-row.ts'
import { StringTable } from './string-table.ts'
import { openWorkbook, type WorkbookArchive, type XmlHandlers } from './workbook-archive.ts'

const ROWS_MAX = 1_048_576
const WORKBOOK = 'xl/workbook.xml'

/**
 * Reads the first sheet of a workbook, row by row. Formulas are reported, never evaluated. Other requests are served
 * between its pieces.
 * @param file Descriptor of the workbook.
 * @throws UnreadableSheet also for a row with more than CELLS_MAX cells
 */
export async function* readXlsx(file: number): AsyncGenerator<SheetRow> {
  const archive = await openWorkbook(file)
  const { sheet, strings } = await findParts(archive)
  const shared = new StringTable()
  if (archive.has(strings)) await readAll(archive, strings, sharedStringHandlers(shared))
  const rows: SheetRow[] = []
  for await (const _ of archive.readXml(
    sheet,
    sheetHandlers(shared, (row) => rows.push(row)),
  ))
    yield* rows.splice(0)
}

async function readAll(archive: WorkbookArchive, name: string, handlers: XmlHandlers): Promise<void> {
  for await (const _ of archive.readXml(name, handlers));
}

/** The parts of the first sheet and of the shared texts, by the relations of the workbook. */
async function findParts(archive: WorkbookArchive): Promise<{ sheet: string; strings: string }> {
  let firstId: string | undefined
  await readAll(archive, WORKBOOK, {
    open: (name, attributes) => {
      if (name === 'sheet') firstId ??= relationId(attributes)
    },
  })
  const targets = new Map<string, string>()
  let strings = 'xl/sharedStrings.xml'
  await readAll(archive, 'xl/_rels/workbook.xml.rels', {
    open: (name, { Id: id = '', Type: type = '', Target: target = '' }) => {
      if (name !== 'Relationship') return
      targets.set(id, partName(target))
      if (type.endsWith('/sharedStrings')) strings = partName(target)
    },
  })
  const sheet = targets.get(firstId ?? '')
  if (sheet === undefined) throw new UnreadableSheet('unreadable')
  return { sheet, strings }
}

const relationId = (attributes: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]

const partName = (target: string): string =>
  target.startsWith('/') ? target.slice(1) : path.posix.normalize(path.posix.join('xl', target))

/** Text of `t` elements; phonetic hints (`rPh`) are no part of a value. */
function richText() {
  let text = ''
  let isOpen = false
  let isHint = false
  return {
    reset: () => {
      text = ''
    },
    get: () => text,
    open: (name: string) => {
      if (name === 'rPh') isHint = true
      if (name === 't') isOpen = true
    },
    close: (name: string) => {
      if (name === 'rPh') isHint = false
      if (name === 't') isOpen = false
    },
    add: (piece: string) => {
      if (isOpen && !isHint && text.length < CELL_MAX) text += piece
    },
  }
}

function sharedStringHandlers(shared: StringTable): XmlHandlers {
  const value = richText()
  return {
    open: (name) => {
      if (name === 'si') value.reset()
      value.open(name)
    },
    close: (name) => {
      value.close(name)
      if (name === 'si') shared.add(cellText(value.get()))
    },
    text: value.add,
  }
}

interface OpenCell {
  column: number
  type: string
  value: string
  isFormula: boolean
}

function sheetHandlers(shared: StringTable, onRow: (row: SheetRow) => void): XmlHandlers {
  let number = 0
  let cells: SheetCell[] = []
  let cellCount = 0
  let cell: OpenCell | null = null
  let isValue = false
  const inline = richText()
  const closeCell = ({ column, ...given }: OpenCell) => {
    while (cells.length < column) cells.push(emptyCell)
    cells[column] = cellOf(given, inline.get(), shared)
  }
  const openRow = (at: string | undefined) => {
    const next = at === undefined ? number + 1 : Number(at)
    if (!Number.isInteger(next) || next <= number || next > ROWS_MAX) throw new UnreadableSheet('unreadable')
    number = next
    cells = []
    cellCount = 0
  }
  const openCell = (at: string | undefined, type: string) => {
    const column = columnOf(at, cells.length)
    if (++cellCount > CELLS_MAX || column >= CELLS_MAX) throw new UnreadableSheet('cells')
    inline.reset()
    cell = { column, type, value: '', isFormula: false }
  }
  return {
    open: (name, { r: at, t: type = 'n' }) => {
      if (name === 'row') openRow(at)
      else if (name === 'c') openCell(at, type)
      else if (name === 'f' && cell) cell.isFormula = true
      else if (name === 'v') isValue = true
      else inline.open(name)
    },
    close: (name) => {
      if (name === 'row') onRow({ number, cells })
      else if (name === 'v') isValue = false
      else if (name === 'c' && cell) {
        closeCell(cell)
        cell = null
      } else inline.close(name)
    },
    text: (piece) => {
      if (isValue && cell && cell.value.length < CELL_MAX) cell.value += piece
      else inline.add(piece)
    },
  }
}

/** Index of a column by its letters, 'C7' being 2; without a reference the next one. */
function columnOf(at: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(at ?? '')?.[0]
  return letters ? letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : next
}

function cellOf({ type, value, isFormula }: Omit<OpenCell, 'column'>, inline: string, shared: StringTable): SheetCell {
  if (isFormula || type === 'e') return { text: '', isFormula: true }
  if (type === 's') return { text: shared.get(Number(value)), isFormula: false }
  if (type === 'inlineStr') return { text: cellText(inline), isFormula: false }
  if (type === 'b') return { text: value === '1' ? 'Y' : 'N', isFormula: false }
  return { text: cellText(type === 'n' ? plainNumber(value) : value), isFormula: false }
}

/** A number as it is typed: telephone numbers may be stored as 5.55E9. */
function plainNumber(value: string): string {
  const number = Number(value)
  return value !== '' && Number.isSafeInteger(number) ? number.toFixed(0) : value
}
