import { isWebAddress } from '../links/link-rules.ts'
import { plainName } from '../plain-name.ts'
import type { catalogTexts } from './catalog-texts.ts'
import type { PlainKey } from '../texts/format-message.ts'
import type { generalTexts } from '../texts/general-texts.ts'

/** Most characters of the name of an application, a section or a system. */
export const NAME_MAX = 100
/** Most characters of an address that an application opens. */
export const LOCATION_MAX = 2000
/** Most characters of the name of a search item, and of its description. */
export const SEARCH_NAME_MAX = 100
export const SEARCH_TEXT_MAX = 500
/** Most search items of an application. */
export const SEARCH_ITEMS_MAX = 100
/** Most names of open-source software of a system, and most characters of one. */
export const SOFTWARE_MAX = 500
export const SOFTWARE_NAME_MAX = 200
/** Most sections or systems of one deletion. */
export const DELETED_AT_ONCE_MAX = 100

/** The system that stands for all applications in reports; it is in no list of systems (CATA-105). */
export const ALL_APPLICATIONS_ID = 1
/** The portal's own system, whose pages are its administration screens. */
export const PORTAL_SYSTEM_ID = 2

/** Flags of an application that states none (CATA-052..057). */
export const newApplication = {
  internalUserPage: false,
  dispFlg: true,
  pageAssignableFlg: true,
  linkEnabledFlg: true,
  openInNewWindowFlg: true,
  admAccessRqrFlg: false,
  externalAppFlg: true,
  requestableFlg: false,
} as const

/** Applications of the portal's own systems are never external, whatever is asked for (CATA-059). */
export const isExternalApplication = (systemId: number, asked: boolean): boolean =>
  asked && systemId !== ALL_APPLICATIONS_ID && systemId !== PORTAL_SYSTEM_ID

/** The Cc feature is on where an application has an address (CATA-061). */
export const hasCcFeature = ({ ccPageLocationTxt }: { ccPageLocationTxt: string | null }): boolean =>
  ccPageLocationTxt !== null && ccPageLocationTxt !== ''

/** A path of the portal itself: one slash, and no backslash, which browsers read as one. */
const OWN_PATH = /^\/(?![/\\])[^\\\s\p{C}]*$/u

/** True for addresses that an application may lead to: web addresses and paths of the portal itself. */
export const isApplicationAddress = (address: string): boolean => OWN_PATH.test(address) || isWebAddress(address)

type RuleText = PlainKey<typeof catalogTexts> | PlainKey<typeof generalTexts>

/** A broken rule: the field and the key of its message. */
export interface CatalogIssue {
  field: string
  text: RuleText
}

/** Issues of the name of an application, a section or a system. */
export function nameIssues(field: string, typed: string): CatalogIssue[] {
  const name = plainName(typed)
  if (name === '') return [{ field, text: 'field_required' }]
  return name.length > NAME_MAX ? [{ field, text: 'field_too_long' }] : []
}

export interface ApplicationValues {
  pageNm: string
  /** Null: none is chosen. */
  systemId: number | null
  sectionId: number | null
  ccPageLocationTxt: string | null
  ccHelpPageLocationTxt: string | null
}

const addressIssues = (field: string, address: string | null): CatalogIssue[] =>
  address === null || address === '' || isApplicationAddress(address)
    ? []
    : [{ field, text: 'catalog_address_invalid' }]

/** Issues of the details of an application; its tile is needed where it is no screen of the portal itself. */
export function applicationIssues(values: ApplicationValues): CatalogIssue[] {
  const { pageNm, systemId, sectionId, ccPageLocationTxt, ccHelpPageLocationTxt } = values
  const isOwn = systemId === PORTAL_SYSTEM_ID
  const hasOnlyHelp = !hasCcFeature(values) && ccHelpPageLocationTxt !== null && ccHelpPageLocationTxt !== ''
  return [
    ...nameIssues('pageNm', pageNm),
    ...(systemId === null || systemId === ALL_APPLICATIONS_ID
      ? [{ field: 'system', text: 'field_required' as const }]
      : []),
    ...(sectionId === null && !isOwn ? [{ field: 'section', text: 'field_required' as const }] : []),
    ...addressIssues('ccPageLocationTxt', ccPageLocationTxt),
    ...(hasOnlyHelp ? [{ field: 'ccPageLocationTxt', text: 'field_required' as const }] : []),
    ...addressIssues('ccHelpPageLocationTxt', ccHelpPageLocationTxt),
  ]
}

/** A search item as it is typed. */
export interface SearchItemValues {
  sublinkNm: string
  descriptionTxt: string
}

/** A search item as it is kept. */
export const plainSearchItem = ({ sublinkNm, descriptionTxt }: SearchItemValues): SearchItemValues => ({
  sublinkNm: plainName(sublinkNm),
  descriptionTxt: plainName(descriptionTxt),
})

/** Issues of one search item beside the others of its application (CATA-069, CATA-070). */
export function searchItemIssues(typed: SearchItemValues, others: readonly SearchItemValues[]): CatalogIssue[] {
  const { sublinkNm, descriptionTxt } = plainSearchItem(typed)
  const isDuplicate = others.some((other) => isSameSearchItem(typed, other))
  return [
    ...(sublinkNm === '' ? [{ field: 'sublinkNm', text: 'field_required' as const }] : []),
    ...(sublinkNm.length > SEARCH_NAME_MAX ? [{ field: 'sublinkNm', text: 'field_too_long' as const }] : []),
    ...(descriptionTxt.length > SEARCH_TEXT_MAX ? [{ field: 'descriptionTxt', text: 'field_too_long' as const }] : []),
    ...(isDuplicate ? [{ field: 'sublinkNm', text: 'search_item_duplicate' as const }] : []),
  ]
}

const isSameText = (one: string, other: string) => plainName(one).toLowerCase() === plainName(other).toLowerCase()

/** The same name and the same description, in any case (CATA-070). */
export const isSameSearchItem = (one: SearchItemValues, other: SearchItemValues): boolean =>
  isSameText(one.sublinkNm, other.sublinkNm) && isSameText(one.descriptionTxt, other.descriptionTxt)

/** Something of a search item is typed that has not been added (CATA-072). */
export const isHalfEntered = ({ sublinkNm, descriptionTxt }: SearchItemValues): boolean =>
  sublinkNm.trim() !== '' || descriptionTxt.trim() !== ''

/** The names with another one; the same list where it is there already, in any case, or empty (CATA-073). */
export function withSoftware(names: readonly string[], typed: string): readonly string[] {
  const name = plainName(typed)
  return name === '' || names.some((one) => isSameText(one, name)) ? names : [...names, name]
}

/** The names without repetitions, as they are kept. */
export const distinctSoftware = (names: readonly string[]): readonly string[] =>
  names.reduce<readonly string[]>(withSoftware, [])
