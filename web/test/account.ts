import {
  getProfile,
  listCarriers,
  listClientsByDomain,
  listDepartments,
  listNotificationTypes,
  listOwnNotificationTypes,
  type Profile,
} from '@portico/contract/account/account.ts'
import { getOwnExport } from '@portico/contract/person-export/own-export.ts'
import { getSecurityQuestions } from '@portico/contract/password/password.ts'
import { answer } from './answer.ts'
import { annsProfile } from './people.ts'

export const byEmail = { notificationTypeId: 1, notificationTypeNm: 'Email', textMessageFlg: false }
export const byText = { notificationTypeId: 2, notificationTypeNm: 'Text message', textMessageFlg: true }

/** Answers the calls that the account forms make. */
export function answerAccount(profile: Partial<Profile> = {}): void {
  answer(getProfile, { ...annsProfile, ...profile })
  answer(getSecurityQuestions, [
    { securityQuestionId: 3, securityQuestionDscTxt: 'What was your first school?' },
    { securityQuestionId: 4, securityQuestionDscTxt: 'What was your first car?' },
  ])
  answer(getOwnExport, null)
  answer(listDepartments, [
    { departmentId: 2, departmentNm: 'Billing' },
    { departmentId: 3, departmentNm: 'Finance' },
  ])
  answer(listNotificationTypes, [byEmail, byText])
  answer(listOwnNotificationTypes, [byEmail])
  answer(listCarriers, [{ smsCarrierId: 1, smsCarrierNm: 'Bluebird', emailDomainTxt: 'text.bluebird.test' }])
  answer(listClientsByDomain, [{ clientId: 1, clientNm: 'Client' }])
}
