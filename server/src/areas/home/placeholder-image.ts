import { spreadSequence } from '../../random-sequence.ts'

/** Size of a tile image in pixels: twice the display size, for high-resolution screens. */
const WIDTH = 400
const HEIGHT = 200
const DEFAULT_COLOR = '3b5b8c'

/** Returns a picture of overlapping shapes in the section's color; the same id gives the same picture. */
export async function placeholderImage(sectionId: number, color: string | null): Promise<Buffer> {
  // Loaded when first needed: not at all when every tile has an image.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(drawing(sectionId, color ?? DEFAULT_COLOR)))
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

function drawing(seed: number, color: string): string {
  const random = spreadSequence(seed)
  const between = (low: number, high: number) => Math.round(low + random() * (high - low))
  const shapes = Array.from({ length: 5 }, (_, index) => {
    const shade = index % 2 === 0 ? '#ffffff' : '#000000'
    const opacity = (0.06 + random() * 0.1).toFixed(2)
    const x = between(0, WIDTH)
    const y = between(0, HEIGHT)
    const size = between(50, 150)
    return random() < 0.5
      ? `<circle cx="${x}" cy="${y}" r="${size}" fill="${shade}" fill-opacity="${opacity}"/>`
      : `<rect x="${x - size}" y="${y - size / 2}" width="${size * 2}" height="${size}" rx="${size / 4}" transform="rotate(${between(-45, 45)} ${x} ${y})" fill="${shade}" fill-opacity="${opacity}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#${color}"/>${shapes.join('')}</svg>`
}
