import * as z from 'zod/mini'
import {
  brandFiles,
  ClientBranding,
  DefaultBranding,
  Preview,
  previewFiles,
  PreviewForm,
  PreviewInfo,
  PreviewQuery,
  SaveBrandForm,
} from './brand-forms.ts'
import { Id, OwnUid, text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'

export const clientAdmin = '/ccservices/secure/admin/rest/db/client-admin/admin-users/{uid}'
const guard = admin('Client Settings')
const OneClient = z.strictObject({ uid: Id, clientId: Id })

export const brandedClientList = listQuery({
  columns: ['clientNm', 'changedDt'],
  filters: {
    /** Part of the name. */
    nm: text(100),
  },
  defaultSort: { column: 'clientNm', direction: 'asc' },
})

/** A client with the brand that its users see. */
export const BrandedClient = z.object({
  clientId: z.int(),
  clientNm: z.string(),
  ...ClientBranding.shape,
})
export type BrandedClient = z.output<typeof BrandedClient>

export const listBrandedClients = endpoint({
  name: 'listBrandedClients',
  method: 'GET',
  path: `${clientAdmin}/clients`,
  guard,
  params: OwnUid,
  query: brandedClientList.query,
  data: z.array(BrandedClient),
})

export const getCurrentBranding = endpoint({
  name: 'getCurrentBranding',
  method: 'GET',
  path: `${clientAdmin}/clients/{clientId}/current-branding`,
  guard,
  params: OneClient,
  data: BrandedClient,
})

/** What else the portal has of a client; a part is null for those who do not hold the page of its screen. */
export const ClientFacts = z.object({
  users: z.nullable(z.object({ activeCnt: z.int(), inactiveCnt: z.int() })),
  signIn: z.nullable(
    z.object({
      /** Null: its users sign in without an identity provider. */
      providerNm: z.nullable(z.string()),
      /** The first of its mail domains, and how many it has. */
      domains: z.array(z.string()),
      domainCnt: z.int(),
      /** Minutes without activity; null: as for everyone. */
      timeoutMinutesCnt: z.nullable(z.int()),
      /** Texts of the portal that are worded for its users. */
      textCnt: z.int(),
    }),
  ),
  /** Announcements that name the client as a target and have not ended. */
  announcementCnt: z.nullable(z.int()),
})
export type ClientFacts = z.output<typeof ClientFacts>

export const getClientFacts = endpoint({
  name: 'getClientFacts',
  method: 'GET',
  path: `${clientAdmin}/clients/{clientId}/facts`,
  guard,
  params: OneClient,
  data: ClientFacts,
})

export const getPrevBranding = endpoint({
  name: 'getPrevBranding',
  method: 'GET',
  path: `${clientAdmin}/clients/{clientId}/prev-branding`,
  guard,
  params: OneClient,
  data: ClientBranding,
})

export const getDefaultBrandingForClient = endpoint({
  name: 'getDefaultBrandingForClient',
  method: 'GET',
  path: `${clientAdmin}/clients/{clientId}/default-branding`,
  guard,
  params: OneClient,
  data: DefaultBranding,
})

export const listBrandingVersions = endpoint({
  name: 'listBrandingVersions',
  method: 'GET',
  path: `${clientAdmin}/clients/{clientId}/branding-versions`,
  guard,
  params: OneClient,
  data: z.array(ClientBranding),
})

export const saveBranding = endpoint({
  name: 'saveBranding',
  method: 'POST',
  path: `${clientAdmin}/clients/{clientId}/save-branding`,
  kind: 'form-files',
  guard,
  params: OneClient,
  body: SaveBrandForm,
  files: brandFiles,
  data: ClientBranding,
})

export const usePrevBranding = endpoint({
  name: 'usePrevBranding',
  method: 'POST',
  path: `${clientAdmin}/clients/{clientId}/use-prev-branding`,
  guard,
  params: OneClient,
  data: ClientBranding,
})

export const useDefaultBranding = endpoint({
  name: 'useDefaultBranding',
  method: 'POST',
  path: `${clientAdmin}/clients/{clientId}/use-default-branding`,
  guard,
  params: OneClient,
  data: ClientBranding,
})

export const generatePreview = endpoint({
  name: 'generatePreview',
  method: 'POST',
  path: `${clientAdmin}/clients/{clientId}/generate-preview`,
  kind: 'form-files',
  guard,
  params: OneClient,
  body: PreviewForm,
  files: previewFiles,
  data: PreviewInfo,
})

export const getPreview = endpoint({
  name: 'getPreview',
  method: 'GET',
  path: `${clientAdmin}/clients/{clientId}/get-preview`,
  guard,
  params: OneClient,
  query: PreviewQuery,
  data: Preview,
})

export const summaries = {
  listBrandedClients: 'The clients whose settings the administrator may change, with their branding',
  getCurrentBranding: 'The branding of a client; null where a part is the default',
  getClientFacts: 'What the portal has of a client besides its settings, within the pages of the administrator',
  getPrevBranding: 'The branding of a client before the current one',
  getDefaultBrandingForClient: 'The branding of clients without their own',
  listBrandingVersions: 'The latest 50 versions of a client’s branding, newest first',
  saveBranding: 'Save the branding of a client: parts of its own, the previous branding, or the default one',
  usePrevBranding: 'Give a client its previous branding again',
  useDefaultBranding: 'Give a client the default branding',
  generatePreview: 'Check an image and keep it in the upload workspace; the latest one of a field counts (UIGN-036)',
  getPreview: 'The image of a field in the upload workspace, as it would be saved',
}
