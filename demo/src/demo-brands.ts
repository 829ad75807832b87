import { createHash } from 'node:crypto'
import { clientId } from './demo-clients.ts'
import { demoList } from './demo-configuration.ts'
import { PORTAL_ADMIN } from './demo-person.ts'
import type { DemoMoment, DemoWriter } from './demo-writer.ts'

type Shades = readonly [light: string, middle: string, dark: string]

/** The portal's own shades, for the gradients and the logo. */
const PORTAL_SHADES: Shades = ['DCE6F3', '8FAFD6', '2F5D9F']
/** Those of a dark and of a light brand: text on buttons and tiles has to stay readable on each. */
const shadesOfClients: Readonly<Record<string, Shades>> = {
  'Meridian Health Partners': ['D5E8E6', '5B9C9B', '0B4A4F'],
  'Cascadia Water & Power': ['FFF6D9', 'F7D978', 'B58600'],
}

interface DrawnBrand {
  clientId: number | null
  logo: Buffer
  home: Buffer
  login: Buffer
}

/** Pictures of the portal's brand, and of the brands of the files. */
export function drawBrands(): Promise<DrawnBrand[]> {
  return Promise.all(
    [{ client: null }, ...demoList('brands')].map(async ({ client }) => {
      const shades = shadesOfClients[client ?? ''] ?? PORTAL_SHADES
      const [logo, home, login] = await Promise.all([
        picture(sign(shades)).then((image) => image.png({ compressionLevel: 9 }).toBuffer()),
        picture(hills(1600, 600, shades, 0.45)).then((image) =>
          image.jpeg({ quality: 86, chromaSubsampling: '4:4:4' }).toBuffer(),
        ),
        picture(hills(1200, 1400, shades, 1)).then((image) =>
          image.jpeg({ quality: 86, chromaSubsampling: '4:4:4' }).toBuffer(),
        ),
      ])
      return { clientId: client === null ? null : clientId(client), logo, home, login }
    }),
  )
}

async function picture(svg: string) {
  // Loaded when first needed: never outside of a demo.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg))
}

/** A gable on three columns: the portico that the product is named after. */
function sign([, middle, dark]: Shades): string {
  const columns = [22, 43, 64].map((x) => `<rect x="${x}" y="42" width="10" height="32" rx="2" fill="#${middle}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="192" viewBox="0 0 96 96">
    <path d="M48 10 86 34a3 3 0 0 1-1.600 5.500H11.600A3 3 0 0 1 10 34Z" fill="#${dark}"/>${columns.join('')}
    <rect x="12" y="77" width="72" height="8" rx="3" fill="#${dark}"/></svg>`
}

/** Hills under a wide sky; `strength` is the opacity of the colors on white. */
function hills(width: number, height: number, [light, middle, dark]: Shades, strength: number): string {
  const hill = (at: number, swing: number, color: string, opacity: number) => {
    const y = height * at
    const lift = height * swing
    return `<path d="M0 ${y} C ${width * 0.25} ${y - lift}, ${width * 0.4} ${y + lift}, ${width * 0.65} ${y} S ${width * 0.9} ${y - lift}, ${width} ${y - lift / 2} V ${height} H 0 Z" fill="#${color}" fill-opacity="${opacity * strength}"/>`
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0.35" y2="1"><stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="#${light}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    ${hill(0.5, 0.09, middle, 0.28)}${hill(0.63, 0.12, middle, 0.42)}${hill(0.78, 0.07, dark, 0.5)}${hill(0.9, 0.05, dark, 0.75)}</svg>`
}

/** Writes the pictures of the brands, which are drawn. */
export async function writeBrandPictures(
  writer: DemoWriter,
  moment: DemoMoment,
  drawn: readonly DrawnBrand[],
): Promise<void> {
  const images = drawn.flatMap(({ logo, home, login }) => [logo, home, login])
  await writer.insert(
    'brand_images',
    images.map((image) => ({ key: keyOf(image), image })),
  )
  const rows = drawn.map(({ clientId, logo, home, login }) => ({
    client_id: clientId,
    logo_etag: keyOf(logo),
    home_background_etag: keyOf(home),
    login_background_etag: keyOf(login),
  }))
  const isOfClient = ({ client_id: id }: { client_id: number | null }) => id !== null
  await writer.update('branding_versions', ['client_id'], rows.filter(isOfClient))
  // No file states anything of the portal's own brand, which has the colors that it comes with.
  const ofPortal = rows.filter((row) => !isOfClient(row))
  const since = { created_at: moment.daysAgo(58), created_by: PORTAL_ADMIN }
  await writer.insert(
    'branding_versions',
    ofPortal.map((row) => ({ ...row, ...since })),
  )
}

const keyOf = (image: Buffer) => createHash('sha256').update(image).digest('hex')
