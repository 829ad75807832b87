import { createHash } from 'node:crypto'
import { sections } from './demo-catalog.ts'
import type { DemoWriter } from './demo-writer.ts'

/** Size of a tile image in pixels: twice the display size, for high-resolution screens. */
const WIDTH = 400
const HEIGHT = 160

/** The symbol of each tile, as strokes on a square of 24 by 24. */
const symbols: Readonly<Record<string, string>> = {
  Statements: 'M6 2h8l4 4v16H6zM14 2v4h4M9 11h6M9 15h6M9 19h4',
  Printing: 'M7 8V3h10v5M7 17H3v-7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v7h-4M7 14h10v7H7z',
  Payments: 'M3 7h16M15 3l4 4-4 4M21 17H5M9 13l-4 4 4 4',
  'Mail Tracking': 'M3 5h18v14H3zM3 6l9 7 9-7',
  Reports: 'M4 3v18h17M9 17v-5M13 17V8M17 17v-7',
  Campaigns: 'M4 10v4h3l9 5V5l-9 5zM19 9a4 4 0 0 1 0 6M8 14l2 6h2l-1.500-4.500',
  Cards: 'M3 5h18v14H3zM3 10h18M6 15h4',
  'File Exchange': 'M3 5h6l2 3h10v12H3zM8 14h7M12.500 11.500 15 14l-2.500 2.500',
  Support:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM5.600 5.600l3.600 3.600M14.800 14.800l3.600 3.600M18.400 5.600l-3.600 3.600M9.200 14.800l-3.600 3.600',
  Learning: 'M12 4 2 9l10 5 10-5zM6 11.500V17c3 2.500 9 2.500 12 0v-5.500M22 9v6',
  Addresses:
    'M12 21c5-6 7-8.500 7-12a7 7 0 1 0-14 0c0 3.500 2 6 7 12zM12 6.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
  Billing:
    'M5 3v18l2.500-1.500L10 21l2-1.500 2 1.500 2.500-1.500L19 21V3l-2.500 1.500L14 3l-2 1.500L10 3 7.500 4.500zM9 9h6M9 13h6',
}

interface DrawnTile {
  sectionId: number
  png: Buffer
}

/** A picture for each tile, with a symbol by which it is found. */
export function drawTiles(): Promise<DrawnTile[]> {
  return Promise.all(
    sections.map(async ({ id, name, color }) => {
      // Loaded when first needed: never outside of a demo.
      const { default: sharp } = await import('sharp')
      const image = sharp(Buffer.from(drawing(color, symbols[name] ?? '')))
      return { sectionId: id, png: await image.png({ compressionLevel: 9, palette: true }).toBuffer() }
    }),
  )
}

function drawing(color: string, symbol: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="#${color}"/>
    <circle cx="330" cy="30" r="120" fill="#fff" fill-opacity=".08"/><circle cx="60" cy="170" r="110" fill="#000" fill-opacity=".1"/>
    <g transform="translate(158 38) scale(3.500)" fill="none" stroke="#fff" stroke-width="1.500" stroke-linecap="round" stroke-linejoin="round"><path d="${symbol}"/></g></svg>`
}

export async function writeTiles(writer: DemoWriter, drawn: readonly DrawnTile[]): Promise<void> {
  await writer.insert(
    'section_images',
    drawn.map(({ sectionId, png }) => ({
      section_id: sectionId,
      png,
      etag: createHash('sha256').update(png).digest('hex'),
    })),
  )
}
