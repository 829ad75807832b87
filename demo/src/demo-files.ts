import { buffer } from 'node:stream/consumers'
import { writeXlsx } from '@portico/server/for-demo.ts'

/** Contents of the demo's documents, each a real file of its type. */

/** A spreadsheet; the first row holds the headers. */
export function spreadsheet([headers = [], ...rows]: readonly (readonly string[])[]): Promise<Buffer> {
  const columns = headers.map((header, at) => ({ header, value: (row: readonly string[]) => row[at] ?? null }))
  return buffer(writeXlsx(asBatch(rows), columns))
}

async function* asBatch<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}

/** A picture of a seating plan: desks in rows. */
export async function picture(color: string): Promise<Buffer> {
  // Loaded when first needed: never outside of a demo.
  const { default: sharp } = await import('sharp')
  const desks = Array.from({ length: 12 }, (_, at) => {
    const [x, y] = [60 + (at % 4) * 180, 60 + Math.floor(at / 4) * 150]
    return `<rect x="${x}" y="${y}" width="120" height="70" rx="10" fill="${color}"/><circle cx="${x + 60}" cy="${y + 95}" r="16" fill="${color}" fill-opacity=".5"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="520"><rect width="100%" height="100%" fill="#f4f6f9"/>${desks.join('')}</svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()
}

const FIRST_LINE_Y = 700
const LINE_HEIGHT = 20

/** A PDF of one page in letter size: a title and lines of plain ASCII text. */
export function pdf(title: string, lines: readonly string[]): Buffer {
  const text = (content: string) => `(${content.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj`
  const body = lines.map((line) => `0 -${LINE_HEIGHT} Td ${text(line)}`)
  const content = `BT /F1 20 Tf 72 ${FIRST_LINE_Y} Td ${text(title)} /F1 11 Tf 0 -14 Td ${body.join(' ')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  )
}
