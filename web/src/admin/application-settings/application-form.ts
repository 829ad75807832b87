import * as z from 'zod/mini'
import type { Application, SearchItem } from '@portico/contract/catalog/catalog-records.ts'
import type { SentApplication } from '@portico/contract/catalog/catalog.ts'
import {
  applicationIssues,
  hasCcFeature,
  newApplication,
  PORTAL_SYSTEM_ID,
  type SearchItemValues,
} from '@portico/contract/catalog/catalog-rules.ts'
import { rulesSchema } from '../../patterns/rules-schema.ts'

/** The details of an application as they are entered, by the names of the call. */
export type ApplicationDetails = {
  pageNm: string
  /** Ids as text; '' while none is chosen. */
  system: string
  section: string
  /** The Cc feature: it opens an address (CATA-061). */
  hasCc: boolean
  ccPageLocationTxt: string
  ccHelpPageLocationTxt: string
  internalUserPage: boolean
  dispFlg: boolean
  pageAssignableFlg: boolean
  linkEnabledFlg: boolean
  openInNewWindowFlg: boolean
  admAccessRqrFlg: boolean
  externalAppFlg: boolean
  requestableFlg: boolean
}

/** What the steps have collected and saved. */
export interface ApplicationDraft {
  /** Null until the first step has added it. */
  pageId: number | null
  version: number | null
  /** A screen of the portal itself, whose name and system stay. */
  isProtected: boolean
  details: ApplicationDetails
  items: readonly SearchItem[]
  /** An item that has been begun and not added. */
  begunItem?: SearchItemValues
}

const idText = (id: number | undefined) => (id === undefined ? '' : String(id))

export const newDraft: ApplicationDraft = {
  pageId: null,
  version: null,
  isProtected: false,
  details: {
    pageNm: '',
    system: '',
    section: '',
    hasCc: true,
    ccPageLocationTxt: '',
    ccHelpPageLocationTxt: '',
    ...newApplication,
  },
  items: [],
}

export const draftOf = (application: Application): ApplicationDraft => ({
  pageId: application.pageId,
  version: application.version,
  isProtected: application.protectedFlg,
  details: {
    pageNm: application.pageNm,
    system: idText(application.system.systemId),
    section: idText(application.section?.sectionId),
    hasCc: hasCcFeature(application),
    ccPageLocationTxt: application.ccPageLocationTxt ?? '',
    ccHelpPageLocationTxt: application.ccHelpPageLocationTxt ?? '',
    internalUserPage: application.internalUserPage,
    dispFlg: application.dispFlg,
    pageAssignableFlg: application.pageAssignableFlg,
    linkEnabledFlg: application.linkEnabledFlg,
    openInNewWindowFlg: application.openInNewWindowFlg,
    admAccessRqrFlg: application.admAccessRqrFlg,
    externalAppFlg: application.externalAppFlg,
    requestableFlg: application.requestableFlg,
  },
  items: application.applicationSubLinks,
})

const idOf = (text: string) => (text === '' ? null : Number(text))

/** Schema of the details; the rules are those of the server. With the Cc feature on, an address is required. */
export const applicationDetailsSchema = rulesSchema<ApplicationDetails>((details) => {
  const { hasCc, ccPageLocationTxt, ccHelpPageLocationTxt } = details
  const location = hasCc ? ccPageLocationTxt.trim() : ''
  return [
    ...applicationIssues({
      pageNm: details.pageNm,
      systemId: idOf(details.system),
      sectionId: idOf(details.section),
      ccPageLocationTxt: location || null,
      ccHelpPageLocationTxt: hasCc ? ccHelpPageLocationTxt.trim() || null : null,
    }),
    ...(hasCc && location === '' ? [{ field: 'ccPageLocationTxt', text: 'field_required' }] : []),
  ]
})

/** The details as they are sent; without the Cc feature both addresses are cleared (CATA-062). */
export function sentApplication({
  hasCc,
  system,
  section,
  ...details
}: ApplicationDetails): Omit<SentApplication, 'version'> {
  return {
    ...details,
    system: { systemId: Number(system) },
    section: section === '' ? null : { sectionId: Number(section) },
    ccPageLocationTxt: hasCc ? details.ccPageLocationTxt.trim() : null,
    ccHelpPageLocationTxt: hasCc ? details.ccHelpPageLocationTxt.trim() || null : null,
  }
}

export const isPortalSystem = (system: string): boolean => Number(system) === PORTAL_SYSTEM_ID

/** The search items of an application, which the step that adds them has validated one by one. */
export const itemsSchema = z.object({ items: z.custom<readonly SearchItem[]>() })
