import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { IMAGE_MAX_BYTES } from '@portico/contract/branding/brand-rules.ts'
import { jpeg, png } from '../../../test/images.ts'
import { readImage } from './read-image.ts'

const LIMITS = { maxWidth: 100, maxHeight: 100 }
const PAYLOAD = '<script>alert(1)</script>'

async function read(bytes: Buffer, limits: Parameters<typeof readImage>[1] = LIMITS) {
  const image = await readImage(bytes, limits)
  if (typeof image === 'string') throw new Error(image)
  return image
}

describe('an uploaded image is encoded anew (S56)', () => {
  test.each([
    ['png', png],
    ['jpeg', jpeg],
  ] as const)('a %s keeps its format and its size', async (format, make) => {
    const image = await read(await make({ width: 40, height: 20 }))
    expect(image).toMatchObject({ width: 40, height: 20 })
    expect(await sharp(image.bytes).metadata()).toMatchObject({ format, width: 40, height: 20 })
  })

  test('a larger one shrinks and keeps its proportions', async () => {
    expect(await read(await png({ width: 400, height: 200 }))).toMatchObject({ width: 100, height: 50 })
  })

  test('a jpeg becomes a png where one is asked for', async () => {
    const { bytes } = await read(await jpeg(), { ...LIMITS, asPng: true })
    expect((await sharp(bytes).metadata()).format).toBe('png')
  })

  test('an image with a palette keeps one, and with it its size', async () => {
    const colors = Buffer.from(Array.from({ length: 90 * 90 }, (_, at) => (at * at * 31) % 256))
    const given = await sharp(colors, { raw: { width: 90, height: 90, channels: 1 } })
      .png({ palette: true })
      .toBuffer()
    const { bytes } = await read(given)
    expect((await sharp(bytes).metadata()).isPalette).toBe(true)
    expect(bytes.length).toBeLessThan(given.length * 1.2)
  })

  test('nothing behind the image and no metadata remain: a polyglot is only its picture', async () => {
    const withTail = Buffer.concat([await png(), Buffer.from(PAYLOAD)])
    expect((await read(withTail)).bytes.includes(PAYLOAD)).toBe(false)
    const withMetadata = await sharp(await jpeg())
      .withExif({ IFD0: { Copyright: PAYLOAD }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect(withMetadata.includes(PAYLOAD)).toBe(true)
    const { bytes } = await read(withMetadata)
    expect(bytes.includes(PAYLOAD)).toBe(false)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  })

  test('a photograph that lies on its side stands upright', async () => {
    const turned = await sharp(await jpeg({ width: 40, height: 20 }))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(await read(turned)).toMatchObject({ width: 20, height: 40 })
  })
})

describe('what is stored is no larger than an upload may be (S56, UIGN-012)', () => {
  const WIDE = { maxWidth: 2400, maxHeight: 2400 }
  /** An image of so many pixels that cannot be compressed. */
  const noise = (side: number) =>
    sharp({
      create: {
        width: side,
        height: side,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
  const gray = (side: number) => noise(side).toColorspace('b-w').png().toBuffer()

  test.each<[string, number, () => Promise<Buffer>]>([
    ['a gray png', 920, () => gray(920)],
    ['a jpeg of low quality', 2000, () => noise(2000).jpeg({ quality: 30 }).toBuffer()],
  ])('%s that becomes larger when it is encoded loses colors or quality, not pixels', async (_what, side, make) => {
    const given = await make()
    expect(given.length).toBeLessThan(IMAGE_MAX_BYTES)
    const { bytes, width } = await read(given, WIDE)
    expect(bytes.length).toBeLessThanOrEqual(IMAGE_MAX_BYTES)
    expect(width).toBe(side)
  })

  test('one that is still too large shrinks', async () => {
    const { bytes, width, height } = await read(await gray(1500), WIDE)
    expect(bytes.length).toBeLessThanOrEqual(IMAGE_MAX_BYTES)
    expect(width).toBe(height)
    expect(width).toBeGreaterThan(500)
  })
})

/** A valid png of few bytes that claims so many pixels. */
const flood = (side: number) => png({ width: side, height: side })

test.each<[string, string, () => Promise<Buffer>]>([
  [
    'an SVG',
    'type',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ],
  [
    'a GIF',
    'type',
    async () =>
      sharp(await png())
        .gif()
        .toBuffer(),
  ],
  ['a web page', 'type', async () => Buffer.from('<!doctype html><p>Hello')],
  ['nothing', 'type', async () => Buffer.alloc(0)],
  ['a signature alone', 'type', async () => (await png()).subarray(0, 8)],
  ['half a jpeg', 'type', async () => (await jpeg({ width: 300, height: 300 })).subarray(0, 600)],
  ['text behind the signature of a jpeg', 'type', async () => Buffer.from('\u00ff\u00d8\u00ff<script>', 'latin1')],
  ['40 million pixels', 'size', () => flood(6400)],
])('%s is refused by its %s (UIGN-010, S56)', async (_what, problem, make) => {
  expect(await readImage(await make(), LIMITS)).toBe(problem)
})

test('an image that cannot be read does not hold up the next one', async () => {
  const [first, second] = await Promise.all([
    readImage(Buffer.from('\u00ff\u00d8\u00ffx', 'latin1'), LIMITS),
    readImage(await png(), LIMITS),
  ])
  expect(first).toBe('type')
  expect(second).toMatchObject({ width: 40 })
})
