import type { userFieldTexts } from './user-field-texts.ts'

/**
 * What a field holds: a text is trimmed and normalized, a telephone is stored in the form of the installation, an id
 * names a row of another table.
 */
type UserFieldKind = 'text' | 'phone' | 'email' | 'id' | 'flag'

interface DeclaredField {
  /** Its name in the calls. */
  readonly wire: string
  readonly kind: UserFieldKind
  /** Never null: '' where nothing was entered yet. */
  readonly isRequired?: true
  /** Only the profile shows it, no list. */
  readonly isListed?: false
  /** Most characters, and the allowed ones, which `user_code_invalid` names. A field without these has its own rule. */
  readonly maximum?: number
  readonly pattern?: RegExp
  /** A column of files of users: its header, and what else is understood, in the form of `headerKey`. */
  readonly importHeader?: string
  readonly importAlso?: readonly string[]
  /** Who sets it; others neither set nor clear it. Absent: every administrator. */
  readonly setBy?: 'internal administrators' | 'portal administrators'
  /** Only internal administrators see it. */
  readonly isInternalOnly?: true
  /** Stays when a deleted user is erased. */
  readonly isKept?: true
  /** A column and a filter of the user list, and a column of its export and of the reports, under this heading. */
  readonly heading?: keyof typeof userFieldTexts
}

/** Numbers that companies give. */
const CODE = /^[\p{L}\p{M}0-9][\p{L}\p{M}0-9 .,'/-]*$/u

/**
 * The details of a user that administrators enter, each declared once, in the order of the form. The calls, the storage,
 * the audit trail, the erasure and the import follow from this table. Its texts, its column and its place in a form are
 * added by hand; a column is named like its field, with underscores.
 */
export const userFields = {
  firstName: {
    wire: 'firstNm',
    kind: 'text',
    isRequired: true,
    importHeader: 'First name',
    importAlso: ['givenname'],
  },
  middleInitial: { wire: 'midInitial', kind: 'text', importHeader: 'Middle initial', importAlso: ['mi'] },
  lastName: {
    wire: 'lastNm',
    kind: 'text',
    isRequired: true,
    importHeader: 'Last name',
    importAlso: ['surname', 'familyname'],
  },
  email: {
    wire: 'emailAddress',
    kind: 'email',
    isRequired: true,
    importHeader: 'Email',
    importAlso: ['emailaddress', 'mail'],
  },
  workPhone: { wire: 'workPhone', kind: 'phone', importHeader: 'Work phone', importAlso: ['phone'] },
  workExtension: { wire: 'workExt', kind: 'text', importHeader: 'Extension', importAlso: ['workextension', 'ext'] },
  homePhone: { wire: 'homePhone', kind: 'phone', importHeader: 'Home phone' },
  mobilePhone: {
    wire: 'mobilePhnNbr',
    kind: 'phone',
    importHeader: 'Mobile phone',
    importAlso: ['mobile', 'cellphone'],
  },
  fax: { wire: 'faxNum', kind: 'phone', importHeader: 'Fax' },
  smsCarrierId: { wire: 'smsCarrierId', kind: 'id' },
  employeeId: {
    wire: 'employeeId',
    kind: 'text',
    maximum: 50,
    pattern: CODE,
    importHeader: 'Employee ID',
  },
  costCenter: {
    wire: 'costCenter',
    kind: 'text',
    maximum: 30,
    pattern: CODE,
    importHeader: 'Cost center',
    setBy: 'internal administrators',
    isInternalOnly: true,
    heading: 'user_field_cost_center',
  },
  jobTitle: { wire: 'jobTitleDscTxt', kind: 'text', isListed: false },
  departmentId: { wire: 'departmentId', kind: 'id' },
  isInternal: { wire: 'internalUserFlg', kind: 'flag', setBy: 'internal administrators', isKept: true },
  isUsAssociate: { wire: 'usAssociate', kind: 'flag', setBy: 'portal administrators' },
  maySignOnAs: { wire: 'signOnAsFlg', kind: 'flag', setBy: 'portal administrators', isListed: false },
} as const satisfies Readonly<Record<string, DeclaredField>>

type UserFields = typeof userFields
export type UserFieldName = keyof UserFields
/** The declaration of any field. */
export type WireField = UserFields[UserFieldName]

/** The names of the fields of some kinds. */
type NameOfKind<Kind extends UserFieldKind> = {
  [Name in UserFieldName]: UserFields[Name]['kind'] extends Kind ? Name : never
}[UserFieldName]

/** Kinds that are entered as text. */
type TextKind = 'text' | 'phone' | 'email'
export type TextFieldName = NameOfKind<TextKind>
/** The wire name of a field that is entered as text. */
export type TextFieldWire = UserFields[TextFieldName]['wire']

type ValueOf<Field extends DeclaredField> = Field['kind'] extends 'flag'
  ? boolean
  : Field['kind'] extends 'id'
    ? number | null
    : Field extends { isRequired: true }
      ? string
      : string | null

/** The fields of a user by their names. */
export type UserFieldValues = { [Name in UserFieldName]: ValueOf<UserFields[Name]> }

/** The fields of a user by their names in the calls. */
export type WireFieldValues = { [Name in UserFieldName as UserFields[Name]['wire']]: ValueOf<UserFields[Name]> }

/** The fields that lists show, too, by their names in the calls. */
export type ListedWireValues = Pick<WireFieldValues, Exclude<WireField, { isListed: false }>['wire']>

/** The wire name of a field that files of users can have. */
export type ImportedFieldWire = Extract<WireField, { importHeader: string }>['wire']

/** A field of the table with its name. */
export type NamedUserField = DeclaredField & {
  readonly name: UserFieldName
  readonly wire: WireField['wire']
}

type NamedTextField = NamedUserField & { readonly name: TextFieldName; readonly wire: TextFieldWire }

/** All fields, in the order of the table. */
export const userFieldList = Object.entries(userFields).map(([name, field]) => ({ name, ...field })) as NamedUserField[]

const isText = (field: NamedUserField): field is NamedTextField => field.kind !== 'id' && field.kind !== 'flag'

/** Fields that are entered as text, in the order of the table. */
export const textFieldList = userFieldList.filter(isText)

/** The wire name of a telephone. */
export type PhoneFieldWire = UserFields[NameOfKind<'phone'>]['wire']

/** True for a telephone. */
export const isPhoneField = (field: NamedUserField): field is NamedUserField & { readonly wire: PhoneFieldWire } =>
  field.kind === 'phone'

/** The telephones, in the order of the table. */
export const phoneFieldList = userFieldList.filter(isPhoneField)

type ImportedField = NamedUserField & { readonly wire: ImportedFieldWire; readonly importHeader: string }

const isImported = (field: NamedUserField): field is ImportedField => field.importHeader !== undefined

/** Fields that files of users can have, in the order of the table. */
export const importedFieldList = userFieldList.filter(isImported)

/** The wire name of a field that is a column of the user list by its heading in the table. */
export type ColumnFieldWire = Extract<WireField, { heading: string }>['wire']

export type ColumnFieldName = {
  [Name in UserFieldName]: UserFields[Name] extends { heading: string } ? Name : never
}[UserFieldName]

type ColumnField = NamedTextField & {
  readonly name: ColumnFieldName
  readonly wire: ColumnFieldWire
  readonly heading: keyof typeof userFieldTexts
}

const isColumn = (field: NamedUserField): field is ColumnField => field.heading !== undefined

/** Fields that are columns and filters of the user list by their heading, in the order of the table. */
export const columnFieldList = userFieldList.filter(isColumn)

/** Those that an administrator sees. */
export const columnFieldsFor = (isInternal: boolean): readonly ColumnField[] =>
  columnFieldList.filter(({ isInternalOnly }) => isInternal || !isInternalOnly)

/** A value for each of these columns. */
export const byColumnField = <Value>(valueOf: (field: ColumnField) => Value) =>
  Object.fromEntries(columnFieldList.map((field) => [field.wire, valueOf(field)])) as Record<ColumnFieldWire, Value>
