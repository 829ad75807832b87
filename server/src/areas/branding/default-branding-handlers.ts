import type { DefaultBranding } from '@portico/contract/branding/brand-forms.ts'
import type * as contract from '@portico/contract/branding/default-branding.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Answer, Refusal } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { keepPreview, readPreview } from './brand-preview.ts'
import { type BrandVersion, findCurrentBrand, findPreviousBrand, listBrandVersions } from './brand-store.ts'
import { defaultBranding } from './brand-view.ts'
import { type BrandDeps, refusePrevious, saveBrand } from './save-brand.ts'

/** The portal's own brand, for administrators of database maintenance (DBMT-003). */
export function defaultBrandingHandlers(deps: BrandDeps & { db: Db }): Handlers<typeof contract> {
  const { db } = deps
  return {
    getCurrentDefaultBranding: () =>
      db.read(everything, async (tx) => defaultBranding(await findCurrentBrand(tx, null))),
    getPrevDefaultBranding: () =>
      db.read(everything, async (tx) => {
        const previous = await findPreviousBrand(tx, null)
        return previous ? defaultBranding(previous) : refusePrevious(null)
      }),
    listDefaultBrandingVersions: () =>
      db.read(everything, async (tx) => (await listBrandVersions(tx, null)).map(defaultBranding)),
    saveDefaultBranding: async ({ body, files, ...call }) =>
      shown(await saveBrand(deps, call, null, { ...body, files })),
    usePrevDefaultBranding: async (call) => shown(await saveBrand(deps, call, null, { isPrevious: true, files: {} })),
    generateDefaultPreview: ({ body, files, ...call }) => keepPreview(deps, call, null, { ...body, file: files.file }),
    getDefaultPreview: ({ query, ...call }) => readPreview(deps, call, null, query),
  }
}

const shown = <R extends Refusal>(saved: Answer<BrandVersion | undefined> | R): Answer<DefaultBranding> | R =>
  saved instanceof Refusal ? saved : new Answer(defaultBranding(saved.data), { message: saved.message })
