import { createHash } from 'node:crypto'
import type { BrandImage } from '@portico/contract/branding/brand-rules.ts'
import { getBrandingImage } from '@portico/contract/branding/branding.ts'
import { getCurrentBranding, listBrandedClients, saveBranding } from '@portico/contract/branding/client-branding.ts'
import { getCurrentDefaultBranding, saveDefaultBranding } from '@portico/contract/branding/default-branding.ts'
import { z } from 'zod'
import { imageLimits } from '../../areas/branding/branding-rules.ts'
import { readImage } from '../../ports/images/read-image.ts'
import { configurationKind, EntryProblem, type KindContext, type Present, resultOf } from '../configuration-kind.ts'
import { Name } from './entry-shapes.ts'
import { rowsOf } from './rows-of.ts'

const BrandColor = z
  .string()
  .regex(/^#?[0-9A-Fa-f]{6}$/, 'A color has six hexadecimal digits, such as "#1a6b4f"')
  .transform((color) => `#${color.replace('#', '').toLowerCase()}`)
  .nullable()
const ImagePath = z.string().trim().min(1).nullable().describe('Path of a JPEG or PNG, relative to this file')

const shape = z.strictObject({
  client: Name.nullable().optional().describe('A client; null: the brand of the portal'),
  color: BrandColor.describe('Color of tiles, such as "#3b5b8c"; null: the default'),
  buttonColor: BrandColor,
  logo: ImagePath,
  darkLogo: ImagePath.describe('Logo for dark backgrounds; null: the same'),
  homeBackground: ImagePath,
  signInBackground: ImagePath,
})
type Brand = z.output<typeof shape>

const images = {
  logo: 'logoImage',
  darkLogo: 'logoDarkImage',
  homeBackground: 'homeImage',
  signInBackground: 'loginImage',
} as const satisfies Record<string, BrandImage>
type ImageField = keyof typeof images
const imageFields = Object.keys(images) as ImageField[]
const isImage = (field: string): field is ImageField => field in images

/** Beginning of the hash by which a present image is known. */
const HASH_LENGTH = 16
const PRESENT = 'images/'
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

export const brandKind = configurationKind({
  name: 'brands',
  noun: 'brand',
  about: 'Brands of clients, and of the portal itself (client: null)',
  shape,
  key: ['client'],
  wireFields: {
    ...Object.fromEntries(Object.entries(images).map(([field, wire]) => [wire, field])),
    color: 'color',
    buttonColor: 'buttonColor',
  },
  read: async (context) => {
    const row = rowsOf(await context.call(getCurrentDefaultBranding, {}))
    const ofPortal = {
      id: 0,
      version: row.versionNbr,
      entry: entryOf(null, [row.defaultColorTxt, row.defaultPryButtonColorTxt], {
        logo: row.defaultLogoImg,
        darkLogo: row.defaultLogoDarkImg,
        homeBackground: row.defaultHomeBgImg,
        signInBackground: row.defaultLoginPageBgImg,
      }),
    }
    const clients = await context.listAll(listBrandedClients, { params: { uid: context.uid } })
    return [
      ofPortal,
      ...clients.map((client) => ({
        id: client.clientId,
        version: client.versionNbr,
        entry: entryOf(client.clientNm, [client.clientColorTxt, client.clientPryButtonColorTxt], {
          logo: client.clientLogoImg,
          darkLogo: client.clientLogoDarkImg,
          homeBackground: client.clientHomeBgImg,
          signInBackground: client.clientLoginPageBgImg,
        }),
      })),
    ]
  },
  isDefault: (entry) => Object.entries(entry).every(([field, value]) => field === 'client' || value === null),
  isSame: async (context, field, present, stated) => {
    if (!isImage(field) || typeof present !== 'string' || typeof stated !== 'string') return undefined
    const content = context.content(stated, field)
    if (content instanceof EntryProblem) return false
    const hash = present.slice(PRESENT.length)
    if (hashOf(content.bytes).startsWith(hash)) return true
    const stored = await readImage(content.bytes, imageLimits[images[field]])
    return typeof stored !== 'string' && hashOf(stored.bytes).startsWith(hash)
  },
  contents: async (context, { id, entry }) => {
    const addresses = await imageAddresses(context, id)
    const found = []
    for (const field of imageFields) {
      const imageKey = addresses[field]?.split('/').at(-1)
      if (imageKey === undefined) continue
      const { body } = rowsOf(await context.call(getBrandingImage, { params: { imageKey } }))
      const bytes = body as Buffer
      found.push({ field, name: `${String(entry[field])}.${bytes[0] === 0xff ? 'jpg' : 'png'}`, bytes })
    }
    return found
  },
  add: (_context, { client }) =>
    Promise.resolve(new EntryProblem('client', `there is no client "${String(client)}" whose brand could be set.`)),
  change: (context, { present, wanted, changed }) => save(context, present, wanted, changed),
  remove: (context, present) => {
    if (present.id === 0)
      return Promise.resolve(new EntryProblem('client', 'the brand of the portal is changed, not removed.'))
    const set = Object.entries(present.entry).filter(([field, value]) => field !== 'client' && value !== null)
    return save(context, present, noBrand, new Set(set.map(([field]) => field)))
  },
})

const noBrand: Brand = {
  color: null,
  buttonColor: null,
  logo: null,
  darkLogo: null,
  homeBackground: null,
  signInBackground: null,
}

async function save(context: KindContext, { id, version }: Present, wanted: Brand, changed: ReadonlySet<string>) {
  const sent = sentBrand(context, wanted, changed)
  if (sent instanceof EntryProblem) return sent
  const { uid } = context
  const body = { ...sent.body, versionNbr: version }
  return resultOf(
    id === 0
      ? await context.call(saveDefaultBranding, { params: { uid }, body, files: sent.files })
      : await context.call(saveBranding, { params: { uid, clientId: Number(id) }, body, files: sent.files }),
  )
}

type Addresses = Readonly<Record<ImageField, string | null>>
const presentColor = (digits: string | null) => (digits === null ? null : `#${digits.toLowerCase()}`)
const presentImage = (address: string | null) =>
  address === null ? null : `${PRESENT}${address.split('/').at(-1)?.slice(0, HASH_LENGTH) ?? ''}`

function entryOf(
  client: string | null,
  [color, button]: readonly [string | null, string | null],
  addresses: Addresses,
) {
  return {
    client,
    color: presentColor(color),
    buttonColor: presentColor(button),
    logo: presentImage(addresses.logo),
    darkLogo: presentImage(addresses.darkLogo),
    homeBackground: presentImage(addresses.homeBackground),
    signInBackground: presentImage(addresses.signInBackground),
  }
}

/** Whole addresses of the images of a brand, whose entry has only their beginnings. */
async function imageAddresses(context: KindContext, id: Present['id']): Promise<Addresses> {
  if (id === 0) {
    const row = rowsOf(await context.call(getCurrentDefaultBranding, {}))
    return {
      logo: row.defaultLogoImg,
      darkLogo: row.defaultLogoDarkImg,
      homeBackground: row.defaultHomeBgImg,
      signInBackground: row.defaultLoginPageBgImg,
    }
  }
  const row = rowsOf(await context.call(getCurrentBranding, { params: { uid: context.uid, clientId: Number(id) } }))
  return {
    logo: row.clientLogoImg,
    darkLogo: row.clientLogoDarkImg,
    homeBackground: row.clientHomeBgImg,
    signInBackground: row.clientLoginPageBgImg,
  }
}

/** The parts that change, as the form of the screen sends them. */
function sentBrand(context: KindContext, wanted: Brand, changed: ReadonlySet<string>) {
  const files: Partial<Record<BrandImage, { name: string; type: string; bytes: Buffer }>> = {}
  const defaultImages: BrandImage[] = []
  for (const field of imageFields.filter((each) => changed.has(each))) {
    const named = wanted[field]
    if (named === null) {
      defaultImages.push(images[field])
      continue
    }
    const content = context.content(named, field)
    if (content instanceof EntryProblem) return content
    files[images[field]] = { name: content.path, type: '', bytes: content.bytes }
  }
  const digits = (color: string | null) => color?.replace('#', '') ?? null
  const body = {
    ...(changed.has('color') ? { color: digits(wanted.color) } : {}),
    ...(changed.has('buttonColor') ? { buttonColor: digits(wanted.buttonColor) } : {}),
    ...(defaultImages.length > 0 ? { defaultImages } : {}),
  }
  return { body, files }
}
