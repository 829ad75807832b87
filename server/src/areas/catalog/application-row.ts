import type { SentApplication } from '@portico/contract/catalog/catalog.ts'
import { isExternalApplication, newApplication } from '@portico/contract/catalog/catalog-rules.ts'
import { plainName } from '@portico/contract/plain-name.ts'
import type { ApplicationRow } from './application-store.ts'

/** The flags of an application by their wire names. */
const flags = {
  internalUserPage: 'isInternalOnly',
  dispFlg: 'isDisplayed',
  pageAssignableFlg: 'isAssignable',
  linkEnabledFlg: 'isLinkEnabled',
  openInNewWindowFlg: 'opensInNewWindow',
  admAccessRqrFlg: 'requiresAdmin',
  externalAppFlg: 'isExternal',
  requestableFlg: 'isRequestable',
} as const
type WireFlag = keyof typeof flags
type Flags = Pick<ApplicationRow, (typeof flags)[WireFlag]>

/** The flags that are given, by the names of the row. */
const flagsOf = (given: { readonly [Name in WireFlag]?: boolean | undefined }): Partial<Flags> =>
  Object.fromEntries(
    Object.entries(flags)
      .map(([wire, name]) => [name, given[wire as WireFlag]])
      .filter(([, value]) => value !== undefined),
  )

/** An application before anything is said of it. */
export const emptyRow: ApplicationRow = {
  name: '',
  systemId: 0,
  sectionId: null,
  location: null,
  helpLocation: null,
  ...(flagsOf(newApplication) as Flags),
}

const addressOf = (sent: string | null | undefined, before: string | null) =>
  sent === undefined ? before : sent?.trim() || null

/** The row with what was sent; without an address there is none for help either (CATA-062). */
export function mergedRow(before: ApplicationRow, sent: SentApplication): ApplicationRow {
  const location = addressOf(sent.ccPageLocationTxt, before.location)
  const row = {
    ...before,
    ...flagsOf(sent),
    name: sent.pageNm === undefined ? before.name : plainName(sent.pageNm),
    systemId: sent.system?.systemId ?? before.systemId,
    sectionId: sent.section === undefined ? before.sectionId : (sent.section?.sectionId ?? null),
    location,
    helpLocation: addressOf(sent.ccHelpPageLocationTxt, location === null ? null : before.helpLocation),
  }
  return { ...row, isExternal: isExternalApplication(row.systemId, row.isExternal) }
}
