import * as z from 'zod/mini'
import { emailDomain, emailIssues, firstNameIssues, lastNameIssues } from '@portico/contract/account/account-rules.ts'
import type { NotificationType } from '@portico/contract/account/account.ts'
import { type PhoneNumbers, sentPhone } from '@portico/contract/phones/phone-numbers.ts'
import { phoneFieldList, type PhoneFieldWire, textFieldList } from '@portico/contract/users/user-fields.ts'
import { type UserDetailField, userDetailIssues, userNameIssues } from '@portico/contract/users/user-details-rules.ts'

/** Everything that is entered as text; the job title is added in the profile. */
const textNames = textFieldList.map(({ wire }) => wire).filter((wire) => wire !== 'jobTitleDscTxt')

const texts = <Value>(value: Value) =>
  Object.fromEntries(textNames.map((name) => [name, value])) as Record<(typeof textNames)[number], Value>

/** The details of a new user as they are entered; they are part of the draft of the wizard. */
export type Details = z.output<typeof fields>

const fields = z.object({
  ...texts(z.string()),
  employerId: z.string(),
  userNm: z.string(),
  internalUserFlg: z.boolean(),
  departmentId: z.string(),
  notificationTypes: z.array(z.int()),
  agreeText: z.boolean(),
  smsCarrierId: z.string(),
})

export const noDetails: Details = {
  ...texts(''),
  employerId: '',
  userNm: '',
  internalUserFlg: false,
  departmentId: '',
  notificationTypes: [],
  agreeText: false,
  smsCarrierId: '',
}

export interface Employer {
  clientId: number
  clientNm: string
}

/** True while text messages are among the chosen notifications. */
export const newUserWantsSms = (chosen: readonly number[], types: readonly NotificationType[]): boolean =>
  types.some(({ notificationTypeId, textMessageFlg }) => textMessageFlg && chosen.includes(notificationTypeId))

const idOf = (text: string) => (text === '' ? null : Number(text))

/** Schema of the details; the rules are those of the server. */
export const detailsForm = (types: readonly NotificationType[], employers: readonly Employer[], phones: PhoneNumbers) =>
  fields.check((context) => {
    const values = context.value
    const employer = employers.find(({ clientId }) => String(clientId) === values.employerId)
    const issues = userDetailIssues(
      {
        ...values,
        employerId: employer?.clientId ?? null,
        smsCarrierId: idOf(values.smsCarrierId),
        wantsSms: newUserWantsSms(values.notificationTypes, types),
      },
      phones,
    )
    for (const { field, text, max } of issues)
      context.issues.push({
        code: 'custom',
        path: [field],
        message: text,
        params: { max },
        input: values[field satisfies UserDetailField],
      })
  })

/** The domain of a complete email address; null while there is none. */
export const domainOf = (address: string): string | null =>
  emailIssues(address).length === 0 ? emailDomain(address.trim()) : null

/** True once a user name can be proposed. */
export const isPerson = ({ firstNm, lastNm, emailAddress }: Details): boolean =>
  firstNameIssues(firstNm).length === 0 && lastNameIssues(lastNm).length === 0 && emailIssues(emailAddress).length === 0

/** True while the user name was not typed by the administrator. */
export const followsProposal = (userNm: string, lastProposed: string): boolean =>
  userNm === '' || userNm === lastProposed || userNameIssues(userNm).length > 0

/** Without text messages there is no number for them, no carrier and no consent (UADM-121). */
export const withoutTexts = { agreeText: false, mobilePhnNbr: '', smsCarrierId: '' } as const

/** The details as they are sent; telephones in the form in which they are stored (UADM-113). */
export const userOf = ({ notificationTypes: _types, ...details }: Details, phones: PhoneNumbers) => ({
  ...details,
  ...phonesOf(details, phones),
  employerId: idOf(details.employerId),
  departmentId: idOf(details.departmentId),
  smsCarrierId: idOf(details.smsCarrierId),
})

const phonesOf = (details: Pick<Details, PhoneFieldWire>, phones: PhoneNumbers) =>
  Object.fromEntries(phoneFieldList.map(({ wire }) => [wire, sentPhone(phones, details[wire], wire)])) as Record<
    PhoneFieldWire,
    string
  >
