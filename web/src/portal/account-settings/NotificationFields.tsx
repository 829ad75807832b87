import { useSuspenseQuery } from '@tanstack/react-query'
import { accountTexts } from '@portico/contract/texts/account-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import type { Form } from '../../patterns/use-form.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type Notifications, wantsTexts } from './account-form.ts'
import classes from './AccountFields.module.css'
import { carriersQuery, typesQuery } from './account-queries.ts'

interface NotificationFieldsProps {
  form: Pick<Form<Notifications>, 'field' | 'check' | 'set' | 'values'>
  /** Text messages are switched on in the stored settings. */
  hadTexts: boolean
}

/** Notification types and text message settings, shared by account settings and account setup. */
export function NotificationFields({ form, hadTexts }: NotificationFieldsProps) {
  const t = useTexts(accountTexts)
  const { select_one: selectOne } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const { data: types } = useSuspenseQuery(typesQuery())
  const { data: carriers } = useSuspenseQuery(carriersQuery(uid))
  const chosen = form.values.types
  const hasTexts = wantsTexts(chosen, types)
  const turn = (id: number, on: boolean) =>
    form.set('types', on ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <>
      <fieldset className={classes['group']}>
        <legend className={classes['legend']}>{t.notifications_by}</legend>
        {types.map(({ notificationTypeId: id, notificationTypeNm, textMessageFlg }) => (
          <CheckField
            key={id}
            label={notificationTypeNm}
            checked={chosen.includes(id)}
            onChange={(on) => turn(id, on)}
            help={textMessageFlg && hadTexts && !hasTexts ? t.notifications_off_help : undefined}
          />
        ))}
      </fieldset>
      {hasTexts && (
        <>
          <CheckField {...form.check('agreedToTextsFlg')} help={t.notifications_agree_help} />
          <div className={classes['fields']}>
            <TextField {...form.field('mobilePhnNbr')} help={t.user_info_phone_help} type="tel" autoComplete="tel" />
            <SelectField
              {...form.field('smsCarrierId')}
              options={[
                { value: '', label: selectOne },
                ...carriers.map(({ smsCarrierId, smsCarrierNm }) => ({
                  value: String(smsCarrierId),
                  label: smsCarrierNm,
                })),
              ]}
            />
          </div>
        </>
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
