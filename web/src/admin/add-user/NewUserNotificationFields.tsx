import { useSuspenseQuery } from '@tanstack/react-query'
import type { NotificationType } from '@portico/contract/account/account.ts'
import { addUserTexts } from '@portico/contract/users/add-user-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { NotificationTypes, TextMessageFields } from '../../patterns/NotificationFields.tsx'
import { usePhoneHelp } from '../../patterns/phone-numbers.ts'
import type { Form } from '../../patterns/use-form.ts'
import { newUserCarriersQuery } from './add-user-queries.ts'
import classes from './AddUser.module.css'
import { type Details, newUserWantsSms, withoutTexts } from './details-form.ts'

interface NotificationFieldsProps {
  form: Form<Details>
  types: readonly NotificationType[]
}

/** How the user is notified; text messages need consent, number and carrier (UADM-119..121). */
export function NewUserNotificationFields({ form, types }: NotificationFieldsProps) {
  const t = useTexts(addUserTexts)
  const { uid } = useSignedIn()
  const carriers = useSuspenseQuery(newUserCarriersQuery(uid)).data
  const phoneHelp = usePhoneHelp(t.add_user_phone_help)
  const chosen = form.values.notificationTypes
  const choose = (next: number[]) => {
    form.set('notificationTypes', next)
    if (newUserWantsSms(next, types)) return
    form.set('agreeText', withoutTexts.agreeText)
    form.set('mobilePhnNbr', withoutTexts.mobilePhnNbr)
    form.set('smsCarrierId', withoutTexts.smsCarrierId)
  }
  return (
    <>
      <fieldset className={classes['group']}>
        <legend className={classes['part']}>{t.add_user_notifications}</legend>
        <NotificationTypes types={types} chosen={chosen} onChoose={choose} />
      </fieldset>
      {newUserWantsSms(chosen, types) && (
        <TextMessageFields
          consent={form.check('agreeText')}
          phone={form.field('mobilePhnNbr')}
          phoneHelp={phoneHelp}
          carrier={form.field('smsCarrierId')}
          carriers={carriers}
          gridClass={classes['fields']}
        />
      )}
    </>
  )
}
