import { useSuspenseQuery } from '@tanstack/react-query'
import { accountTexts } from '@portico/contract/account/account-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { NotificationTypes, TextMessageFields } from '../../patterns/NotificationFields.tsx'
import { usePhoneHelp } from '../../patterns/phone-numbers.ts'
import type { Form } from '../../patterns/use-form.ts'
import { type Notifications, wantsSms } from './account-form.ts'
import classes from './AccountFields.module.css'
import { ownCarriersQuery, allTypesQuery } from './account-queries.ts'

interface NotificationFieldsProps {
  form: Pick<Form<Notifications>, 'field' | 'check' | 'set' | 'values'>
  /** Text messages are switched on in the stored settings. */
  hadTexts: boolean
}

/** Notification types and text message settings, shared by account settings and account setup. */
export function NotificationFields({ form, hadTexts }: NotificationFieldsProps) {
  const t = useTexts(accountTexts)
  const { uid } = useSignedIn()
  const { data: types } = useSuspenseQuery(allTypesQuery())
  const { data: carriers } = useSuspenseQuery(ownCarriersQuery(uid))
  const phoneHelp = usePhoneHelp(t.user_info_phone_help)
  const chosen = form.values.types
  const hasTexts = wantsSms(chosen, types)
  const isText = (id: number) => types.some((type) => type.notificationTypeId === id && type.textMessageFlg)
  return (
    <>
      <fieldset className={classes['group']}>
        <legend className={classes['legend']}>{t.notifications_by}</legend>
        <NotificationTypes
          types={types}
          chosen={chosen}
          onChoose={(next) => form.set('types', next)}
          helpOf={(id) => (isText(id) && hadTexts && !hasTexts ? t.notifications_off_help : undefined)}
        />
      </fieldset>
      {hasTexts && (
        <TextMessageFields
          consent={form.check('agreedToTextsFlg')}
          consentHelp={t.notifications_agree_help}
          phone={form.field('mobilePhnNbr')}
          phoneHelp={phoneHelp}
          isOwnPhone
          carrier={form.field('smsCarrierId')}
          carriers={carriers}
          gridClass={classes['fields']}
        />
      )}
    </>
  )
}

export function useNotificationLabels(): Readonly<Record<keyof Notifications, string>> {
  const t = useTexts(accountTexts)
  return {
    types: t.notifications_by,
    agreedToTextsFlg: t.notifications_agree,
    mobilePhnNbr: t.notifications_mobile,
    smsCarrierId: t.notifications_carrier,
  }
}
