import type { ClientBranding } from '@portico/contract/branding/brand-forms.ts'
import * as contract from '@portico/contract/branding/client-branding.ts'
import { listPage } from '../../db/list-page.ts'
import type { Db, Tx } from '../../db/database.ts'
import { Answer, paged, Refusal, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { brandedClients } from './branded-client-list.ts'
import { keepPreview, readPreview } from './brand-preview.ts'
import {
  type BrandVersion,
  findClientName,
  findCurrentBrand,
  findPreviousBrand,
  listBrandVersions,
} from './brand-store.ts'
import { readClientFacts } from './client-facts.ts'
import { clientBranding, defaultBranding } from './brand-view.ts'
import { mayBrandClient } from './branding-rules.ts'
import { type BrandDeps, refusePrevious, saveBrand } from './save-brand.ts'

/** The branding of clients, for administrators who hold the page Client Settings (BRND-013). */
export function clientBrandingHandlers(deps: BrandDeps & { db: Db; timeZone: string }): Handlers<typeof contract> {
  const { db, timeZone } = deps
  /** Reads the brand of a client that the caller may change. */
  const read = <Result>(caller: Caller, clientId: number, work: (tx: Tx, clientName: string) => Promise<Result>) =>
    db.read(adminScope(caller), async (tx) => {
      const name = mayBrandClient(caller.user, clientId) ? await findClientName(tx, clientId) : undefined
      return name === undefined ? refuse('404', sentences.not_found) : work(tx, name)
    })
  return {
    listBrandedClients: ({ caller, query }) =>
      db.read(adminScope(caller), async (tx) =>
        paged(
          await listPage(tx, contract.brandedClientList, brandedClients(caller.user), query),
          ({ version, ...client }) => ({
            ...client,
            ...clientBranding(version ? { ...version, changedAt: new Date(version.changedAt) } : undefined),
          }),
        ),
      ),
    getCurrentBranding: ({ caller, params: { clientId } }) =>
      read(caller, clientId, async (tx, clientNm) => ({
        clientId,
        clientNm,
        ...clientBranding(await findCurrentBrand(tx, clientId)),
      })),
    getClientFacts: async ({ caller, params: { clientId } }) => {
      const pages = (await caller.adminPages()).map(({ name }) => name)
      const { isInternal } = caller.user
      return read(caller, clientId, (tx) => readClientFacts(tx, clientId, { isInternal, pages, timeZone }))
    },
    getPrevBranding: ({ caller, params: { clientId } }) =>
      read(caller, clientId, async (tx) => {
        const previous = await findPreviousBrand(tx, clientId)
        return previous ? clientBranding(previous) : refusePrevious(clientId)
      }),
    getDefaultBrandingForClient: ({ caller, params: { clientId } }) =>
      read(caller, clientId, async (tx) => defaultBranding(await findCurrentBrand(tx, null))),
    listBrandingVersions: ({ caller, params: { clientId } }) =>
      read(caller, clientId, async (tx) => (await listBrandVersions(tx, clientId)).map(clientBranding)),
    saveBranding: async ({ params: { clientId }, body, files, ...call }) =>
      shown(await saveBrand(deps, call, clientId, { ...body, files })),
    usePrevBranding: async ({ params: { clientId }, ...call }) =>
      shown(await saveBrand(deps, call, clientId, { isPrevious: true, files: {} })),
    useDefaultBranding: async ({ params: { clientId }, ...call }) =>
      shown(await saveBrand(deps, call, clientId, { isDefault: true, files: {} })),
    generatePreview: ({ params: { clientId }, body, files, ...call }) =>
      keepPreview(deps, call, clientId, { ...body, file: files.file }),
    getPreview: ({ params: { clientId }, query, ...call }) => readPreview(deps, call, clientId, query),
  }
}

const shown = <R extends Refusal>(saved: Answer<BrandVersion | undefined> | R): Answer<ClientBranding> | R =>
  saved instanceof Refusal ? saved : new Answer(clientBranding(saved.data), { message: saved.message })
