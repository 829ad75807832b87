import { useSuspenseQuery } from '@tanstack/react-query'
import type { NotificationType } from '@portico/contract/account.ts'
import { addUserTexts } from '@portico/contract/texts/add-user-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import type { Form } from '../../patterns/use-form.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { carriersQuery } from './add-user-queries.ts'
import classes from './AddUser.module.css'
import { type Details, wantsTexts, withoutTexts } from './details-form.ts'

interface NotificationFieldsProps {
  form: Form<Details>
  types: readonly NotificationType[]
}

/** How the user is notified; text messages need consent, number and carrier (UADM-119..121). */
export function NotificationFields({ form, types }: NotificationFieldsProps) {
  const t = useTexts(addUserTexts)
  const { select_one: selectOne } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const carriers = useSuspenseQuery(carriersQuery(uid)).data
  const chosen = form.values.notificationTypes
  const turn = (id: number, isOn: boolean) => {
    const next = isOn ? [...chosen, id] : chosen.filter((other) => other !== id)
    form.set('notificationTypes', next)
    if (wantsTexts(next, types)) return
    form.set('agreeText', withoutTexts.agreeText)
    form.set('mobilePhnNbr', withoutTexts.mobilePhnNbr)
    form.set('smsCarrierId', withoutTexts.smsCarrierId)
  }
  return (
    <>
      <fieldset className={classes['group']}>
        <legend className={classes['part']}>{t.add_user_notifications}</legend>
        {types.map(({ notificationTypeId: id, notificationTypeNm }) => (
          <CheckField
            key={id}
            label={notificationTypeNm}
            checked={chosen.includes(id)}
            onChange={(isOn) => turn(id, isOn)}
          />
        ))}
      </fieldset>
      {wantsTexts(chosen, types) && (
        <>
          <CheckField {...form.check('agreeText')} />
          <div className={classes['fields']}>
            <TextField {...form.field('mobilePhnNbr')} type="tel" help={t.add_user_phone_help} autoComplete="off" />
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
