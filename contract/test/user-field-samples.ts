import { userFieldTexts } from '../src/users/user-field-texts.ts'
import {
  columnFieldList,
  type ListedWireValues,
  type NamedUserField,
  userFieldList,
  type UserFieldValues,
  type WireFieldValues,
} from '../src/users/user-fields.ts'

const emptyOf = ({ kind, isRequired }: NamedUserField) => {
  if (kind === 'flag') return false
  return isRequired ? '' : null
}

/** The fields of a user of whom nothing was entered. */
export const emptyFields = Object.fromEntries(
  userFieldList.map((field) => [field.name, emptyOf(field)]),
) as unknown as UserFieldValues

/** Those of them that lists show, by their names in the calls. */
export const emptyListedFields = Object.fromEntries(
  userFieldList.filter(({ isListed }) => isListed !== false).map((field) => [field.wire, emptyOf(field)]),
) as unknown as ListedWireValues

/** Values of fields that have a rule of their own. */
const own: Partial<Record<NamedUserField['name'], string>> = {
  middleInitial: 'K',
  workExtension: '12',
  email: 'ada@example.test',
}

const sampleOf = ({ name, kind }: NamedUserField) => {
  const number = 10 + userFieldList.findIndex((field) => field.name === name)
  if (kind === 'flag') return true
  if (kind === 'id') return number
  return own[name] ?? (kind === 'phone' ? `20655501${number}` : `Value ${number}`)
}

/** A valid value for each field as it is stored, no two the same apart from flags, which are set. */
export const sampleFields = Object.fromEntries(
  userFieldList.map((field) => [field.name, sampleOf(field)]),
) as unknown as UserFieldValues

/** The same by their names in the calls. */
export const sampleWireFields = Object.fromEntries(
  userFieldList.map((field) => [field.wire, sampleOf(field)]),
) as unknown as WireFieldValues

/** The headings of the fields that are columns of the user list, its export and the reports. */
export const columnHeadings = columnFieldList.map(({ heading }) => userFieldTexts[heading])
