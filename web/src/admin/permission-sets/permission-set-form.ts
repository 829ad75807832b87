import * as z from 'zod/mini'
import { SET_DESCRIPTION_MAX, SET_NAME_MAX } from '@portico/contract/permission-sets/permission-set-limits.ts'
import type { PermissionSet, SetCustomer, SuggestedItem } from '@portico/contract/permission-sets/permission-sets.ts'
import type { Option } from '../../patterns/Combobox.tsx'
import { optionalText, requiredText } from '../../patterns/field-schemas.ts'
import { fieldsOfGroup, groupBody } from '../client-directory/group-access-form.ts'
import type { PermissionFields } from '../permissions/permissions-form.ts'

/** Digits of the id of a client. */
const CLIENT_ID_LENGTH = 10

// Field names of the calls, so that their errors find the fields.
const setSchema = z.object({
  setNm: requiredText(SET_NAME_MAX),
  descriptionTxt: optionalText(SET_DESCRIPTION_MAX),
  requestableFlg: z.boolean(),
  clientId: z.string(),
  systemIds: z.custom<PermissionFields['systems']>(
    (chosen) => Array.isArray(chosen) && chosen.length > 0,
    'set_applications_missing',
  ),
  pages: z.custom<PermissionFields['pages']>(() => true),
  /** Null: as the set has them. */
  customerIds: z.custom<readonly Option[] | null>(() => true),
})
export type SetFields = z.output<typeof setSchema>

const clientSetSchema = z.extend(setSchema, { clientId: requiredText(CLIENT_ID_LENGTH) })

/** What is checked of a set; administrators of a client make sets of a client alone. */
export const schemaFor = (isInternal: boolean) => (isInternal ? setSchema : clientSetSchema)

/** The fields of a new set, or of one that is changed. */
export function fieldsOfSet(set: PermissionSet | null): SetFields {
  const { systems, pages } = fieldsOfGroup({ items: set?.items ?? [] })
  return {
    setNm: set?.setNm ?? '',
    descriptionTxt: set?.descriptionTxt ?? '',
    requestableFlg: set?.requestableFlg ?? false,
    clientId: String(set?.clientId ?? ''),
    systemIds: systems,
    pages,
    customerIds: null,
  }
}

/** The applications and pages of the form. */
export const accessOf = ({ systemIds, pages }: Pick<SetFields, 'systemIds' | 'pages'>): PermissionFields => ({
  systems: systemIds,
  pages,
})

/** What a set is to give. */
export const givenBody = ({ customerIds, ...values }: SetFields) => ({
  ...groupBody(accessOf(values)),
  ...(customerIds && { customerIds: customerIds.map(({ value }) => Number(value)) }),
})

/** What a set is to be called and to give. */
export const setBody = (values: SetFields) => ({
  setNm: values.setNm,
  descriptionTxt: values.descriptionTxt,
  requestableFlg: values.requestableFlg,
  ...givenBody(values),
})

/** A customer of a set, as it is chosen. */
export const optionOfCustomer = ({ customerId, customerNm, facilityCd }: SetCustomer): Option => ({
  value: String(customerId),
  label: `${facilityCd} / ${customerNm}`,
})

/** What was taken of a suggestion, for a new set of the client. */
export interface SuggestedSet {
  readonly clientId: string
  /** The name that is suggested: that of the department. */
  readonly name: string
  readonly items: readonly SuggestedItem[]
}

/**
 * The fields of a new set that a suggestion fills in.
 * @param typed follows the name
 */
export function fieldsOfSuggestion({ clientId, name, items }: SuggestedSet, typed: string): Partial<SetFields> {
  const { systems, pages } = fieldsOfGroup({
    items: items.map((item) => ({ ...item, givenFlg: true, givenByNm: null })),
  })
  return { setNm: name + typed, clientId, systemIds: systems, pages }
}

/** An item of a suggestion by its ids. */
export const keyOfItem = ({ systemId, pageId }: Pick<SuggestedItem, 'systemId' | 'pageId'>): string =>
  `${systemId}/${pageId ?? ''}`

/** Checks an item of a suggestion, or takes the check away: a page with its application, an application with its pages. */
export function withItem(
  items: readonly SuggestedItem[],
  checked: ReadonlySet<string>,
  item: SuggestedItem,
  isOn: boolean,
): ReadonlySet<string> {
  const moved = items.filter(
    (one) => one === item || (one.systemId === item.systemId && (isOn ? one.pageId === null : item.pageId === null)),
  )
  const next = new Set(checked)
  for (const one of moved)
    if (isOn) next.add(keyOfItem(one))
    else next.delete(keyOfItem(one))
  return next
}
