import type { NotificationType } from '@portico/contract/account/account.ts'
import { textMessageIssues } from '@portico/contract/account/account-rules.ts'
import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import { type Notifications, wantsSms } from './account-form.ts'

/** Validates the text message settings of the form. */
export const notificationIssues = (values: Notifications, all: readonly NotificationType[], phones: PhoneNumbers) =>
  textMessageIssues(
    {
      wantsSms: wantsSms(values.types, all),
      agrees: values.agreedToTextsFlg,
      mobilePhnNbr: values.mobilePhnNbr,
      smsCarrierId: values.smsCarrierId === '' ? null : Number(values.smsCarrierId),
    },
    phones,
  )
