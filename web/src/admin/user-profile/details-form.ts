import { jobTitleIssues } from '@portico/contract/account/account-rules.ts'
import { keepingPhones, type PhoneNumbers, sentPhone } from '@portico/contract/phones/phone-numbers.ts'
import {
  phoneFieldList,
  type PhoneFieldWire,
  textFieldList,
  type TextFieldWire,
} from '@portico/contract/users/user-fields.ts'
import { userDetailIssues } from '@portico/contract/users/user-details-rules.ts'
import type { ProfileUser, UserProfile } from '@portico/contract/users/user-profile.ts'
import { rulesSchema } from '../../patterns/rules-schema.ts'

const choiceFields = ['employerId', 'departmentId', 'smsCarrierId'] as const

/** Details of a user as the form holds them; choices are ids as text, '' while none is chosen. */
export type DetailFields = Record<TextFieldWire | (typeof choiceFields)[number], string> & {
  isActive: boolean
  internalUserFlg: boolean
  usAssociate: boolean
  signOnAsFlg: boolean
  agreeText: boolean
  declinesEmployer: boolean
  notificationTypes: number[]
}

const fieldsFrom = <Name extends string>(names: readonly Name[], value: (name: Name) => string) =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, string>

const textNames = textFieldList.map(({ wire }) => wire)
const phoneNames = phoneFieldList.map(({ wire }) => wire)

/** The texts of a user, and their telephones, which are formatted. */
const textsFrom = (text: (wire: TextFieldWire) => string, phone: (wire: PhoneFieldWire) => string) => ({
  ...fieldsFrom(textNames, text),
  ...fieldsFrom(phoneNames, phone),
})

/** How the telephones of a user are taken: those that they have stay as they are stored. */
export const phonesOf = (phones: PhoneNumbers, user: ProfileUser): PhoneNumbers => keepingPhones(phones, user)

export const detailFieldsOf = ({ user, notificationTypes }: UserProfile, phones: PhoneNumbers): DetailFields => ({
  ...textsFrom(
    (wire) => user[wire] ?? '',
    (wire) => phones.show(user[wire] ?? ''),
  ),
  ...fieldsFrom(choiceFields, (name) => String(user[name] ?? '')),
  isActive: user.userStatus === 1,
  internalUserFlg: user.internalUserFlg,
  usAssociate: user.usAssociate,
  signOnAsFlg: user.signOnAsFlg,
  agreeText: user.agreeText,
  declinesEmployer: false,
  notificationTypes: notificationTypes.map(({ notificationTypeId }) => notificationTypeId),
})

const idOf = (choice: string) => (choice === '' ? null : Number(choice))

/** The shared rules; a field that stays as stored is not validated, as on the server. */
export const userDetailsSchema = (initial: DetailFields, smsTypes: readonly number[], phones: PhoneNumbers) =>
  rulesSchema<DetailFields>((values) => {
    const wantsSms = values.notificationTypes.some((id) => smsTypes.includes(id))
    const shared = userDetailIssues(
      {
        ...values,
        userNm: 'unchanged',
        employerId: idOf(values.employerId),
        smsCarrierId: idOf(values.smsCarrierId),
        wantsSms,
      },
      phones,
    )
    const issues = [...shared, ...jobTitleIssues(values.jobTitleDscTxt)]
    const isChanged = (field: string) =>
      JSON.stringify(values[field as keyof DetailFields]) !== JSON.stringify(initial[field as keyof DetailFields])
    const isAboutTexts = ['agreeText', 'mobilePhnNbr', 'smsCarrierId', 'notificationTypes'].some(isChanged)
    return issues.filter(
      ({ field }) =>
        isChanged(field) || (isAboutTexts && ['agreeText', 'mobilePhnNbr', 'smsCarrierId'].includes(field)),
    )
  })

/** The body of the save; telephones in the form in which they are stored (UADM-113). */
export const detailsBody = (values: DetailFields, { userStatus, version }: ProfileUser, phones: PhoneNumbers) => ({
  user: {
    ...textsFrom(
      (wire) => values[wire],
      (wire) => sentPhone(phones, values[wire], wire),
    ),
    employerId: idOf(values.employerId),
    departmentId: idOf(values.departmentId),
    smsCarrierId: idOf(values.smsCarrierId),
    userStatus: userStatus === 3 ? (3 as const) : values.isActive ? (1 as const) : (2 as const),
    internalUserFlg: values.internalUserFlg,
    usAssociate: values.usAssociate,
    signOnAsFlg: values.signOnAsFlg,
    agreeText: values.agreeText,
    ...(values.declinesEmployer && { pendingEmployerId: null }),
  },
  notificationTypes: values.notificationTypes.map((notificationTypeId) => ({ notificationTypeId })),
  version,
})
