import * as z from 'zod/mini'
import {
  emailDomain,
  emailIssues,
  firstNameIssues,
  lastNameIssues,
  stripHyphens,
} from '@portico/contract/account/account-rules.ts'
import type { NotificationType } from '@portico/contract/account/account.ts'
import { type UserDetailField, userDetailIssues, userNameIssues } from '@portico/contract/users/user-details-rules.ts'

/** The details of a new user as they are entered; they are part of the draft of the wizard. */
export type Details = {
  firstNm: string
  midInitial: string
  lastNm: string
  emailAddress: string
  employerId: string
  userNm: string
  internalUserFlg: boolean
  workPhone: string
  workExt: string
  homePhone: string
  faxNum: string
  employeeId: string
  departmentId: string
  notificationTypes: number[]
  agreeText: boolean
  mobilePhnNbr: string
  smsCarrierId: string
}

export const noDetails: Details = {
  firstNm: '',
  midInitial: '',
  lastNm: '',
  emailAddress: '',
  employerId: '',
  userNm: '',
  internalUserFlg: false,
  workPhone: '',
  workExt: '',
  homePhone: '',
  faxNum: '',
  employeeId: '',
  departmentId: '',
  notificationTypes: [],
  agreeText: false,
  mobilePhnNbr: '',
  smsCarrierId: '',
}

export interface Employer {
  clientId: number
  clientNm: string
  internationalPhonesFlg: boolean
}

/** True while text messages are among the chosen notifications. */
export const newUserWantsSms = (chosen: readonly number[], types: readonly NotificationType[]): boolean =>
  types.some(({ notificationTypeId, textMessageFlg }) => textMessageFlg && chosen.includes(notificationTypeId))

const idOf = (text: string) => (text === '' ? null : Number(text))

const fields = z.object({
  firstNm: z.string(),
  midInitial: z.string(),
  lastNm: z.string(),
  emailAddress: z.string(),
  employerId: z.string(),
  userNm: z.string(),
  internalUserFlg: z.boolean(),
  workPhone: z.string(),
  workExt: z.string(),
  homePhone: z.string(),
  faxNum: z.string(),
  employeeId: z.string(),
  departmentId: z.string(),
  notificationTypes: z.array(z.int()),
  agreeText: z.boolean(),
  mobilePhnNbr: z.string(),
  smsCarrierId: z.string(),
})

/** Schema of the details; the rules are those of the server. */
export const detailsForm = (types: readonly NotificationType[], employers: readonly Employer[]) =>
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
      employer?.internationalPhonesFlg,
    )
    for (const { field, text } of issues)
      context.issues.push({
        code: 'custom',
        path: [field],
        message: text,
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

/** The details as they are sent; telephones without dashes (UADM-113). */
export const userOf = ({ notificationTypes: _types, ...details }: Details) => ({
  ...details,
  workPhone: stripHyphens(details.workPhone.trim()),
  homePhone: stripHyphens(details.homePhone.trim()),
  faxNum: stripHyphens(details.faxNum.trim()),
  mobilePhnNbr: stripHyphens(details.mobilePhnNbr.trim()),
  employerId: idOf(details.employerId),
  departmentId: idOf(details.departmentId),
  smsCarrierId: idOf(details.smsCarrierId),
})
