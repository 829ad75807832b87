import type { BrandImage } from '@portico/contract/branding/brand-rules.ts'

/** The parts of a brand; null: the default. Images are named by the SHA-256 of their bytes. */
export interface BrandParts {
  tileColor: string | null
  buttonColor: string | null
  images: Readonly<Record<BrandImage, string | null>>
}

/** A change of a brand; parts that it leaves out stay. */
export interface BrandChange {
  tileColor?: string | null | undefined
  buttonColor?: string | null | undefined
  images: Readonly<Partial<Record<BrandImage, string | null>>>
}

/** A brand of which every part is the default. */
export const DEFAULT_PARTS: BrandParts = {
  tileColor: null,
  buttonColor: null,
  images: { logoImage: null, logoDarkImage: null, homeImage: null, loginImage: null },
}

/** Returns the brand after a change. */
export const changedBrand = (before: BrandParts, { tileColor, buttonColor, images }: BrandChange): BrandParts => ({
  tileColor: tileColor === undefined ? before.tileColor : tileColor,
  buttonColor: buttonColor === undefined ? before.buttonColor : buttonColor,
  images: { ...before.images, ...images },
})

/** Internal administrators change the settings of every client, others those of their employer (decision E4). */
export const mayBrandClient = (user: { isInternal: boolean; clientId: number }, clientId: number): boolean =>
  user.isInternal || user.clientId === clientId

/** Largest size of each stored image in pixels: twice what a page shows. */
export const imageLimits: Readonly<Record<BrandImage, { maxWidth: number; maxHeight: number }>> = {
  logoImage: { maxWidth: 720, maxHeight: 360 },
  logoDarkImage: { maxWidth: 720, maxHeight: 360 },
  homeImage: { maxWidth: 2400, maxHeight: 1600 },
  loginImage: { maxWidth: 2400, maxHeight: 2400 },
}
