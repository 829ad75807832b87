import { useSuspenseQuery } from '@tanstack/react-query'
import {
  getProfile,
  listOwnNotificationTypes,
  type NotificationType,
  type Profile,
  saveOwnNotificationTypes,
} from '@portico/contract/account.ts'
import { formatPhone } from '@portico/contract/account-rules.ts'
import { accountTexts } from '@portico/contract/texts/account-texts.ts'
import { request } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { PanelRow } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toast.ts'
import { notificationChange, notificationsOf, wantsTexts } from './account-form.ts'
import { AccountForm } from './AccountForm.tsx'
import { carriersQuery, ownTypesQuery, profileQuery, typesQuery } from './account-queries.ts'
import { EditPanel } from './EditPanel.tsx'
import { notificationIssues } from './notification-issues.ts'
import { NotificationFields } from './NotificationFields.tsx'
import { orStale } from './save-account.ts'
import { useRuledForm } from './use-ruled-form.ts'

/** How the user receives announcements and notices (ACCT-009). */
export function NotificationPanel() {
  const t = useTexts(accountTexts)
  const { uid } = useSignedIn()
  const { data: profile } = useSuspenseQuery(profileQuery())
  const { data: own } = useSuspenseQuery(ownTypesQuery(uid))
  const { data: carriers } = useSuspenseQuery(carriersQuery(uid))
  const carrier = carriers.find(({ smsCarrierId }) => smsCarrierId === profile.smsCarrierId)
  const names = own.map(({ notificationTypeNm }) => notificationTypeNm).join(', ')
  return (
    <EditPanel
      name="notifications"
      title={t.notifications_title}
      help={t.notifications_help}
      rows={
        <>
          <PanelRow title={t.notifications_by}>{names === '' ? t.notifications_nothing : names}</PanelRow>
          {wantsTexts(
            own.map((type) => type.notificationTypeId),
            own,
          ) && (
            <>
              <PanelRow title={t.notifications_mobile}>{formatPhone(profile.mobilePhnNbr ?? t.account_none)}</PanelRow>
              <PanelRow title={t.notifications_carrier}>{carrier?.smsCarrierNm ?? t.carrier_missing}</PanelRow>
            </>
          )}
        </>
      }
      form={(close) => <NotificationForm profile={profile} own={own} close={close} />}
    />
  )
}

interface NotificationFormProps {
  profile: Profile
  own: readonly NotificationType[]
  close: () => void
}

function NotificationForm({ profile, own, close }: NotificationFormProps) {
  const t = useTexts(accountTexts)
  const { uid } = useSignedIn()
  const { data: all } = useSuspenseQuery(typesQuery())
  const { data: carriers } = useSuspenseQuery(carriersQuery(uid))
  const initial = notificationsOf(profile, own, carriers)
  const form = useRuledForm({
    name: 'notifications',
    // The consent's wire name, so that the server's error finds its field.
    initial: { ...initial, agreedToTextsFlg: null },
    judge: (values) => notificationIssues(values, all, profile.internationalPhonesFlg),
    save: (values) =>
      orStale(async () => {
        const body = { ...notificationChange(values, all), version: profile.version }
        const { message } = await request(saveOwnNotificationTypes, { params: { uid }, body })
        await Promise.all([invalidate(getProfile), invalidate(listOwnNotificationTypes)])
        toast.success(message)
        close()
      }, close),
  })
  return (
    <AccountForm title={t.notifications_title} form={form} onCancel={close}>
      <NotificationFields
        form={form}
        consentError={form.values.agrees ? undefined : form.errorOf('agreedToTextsFlg')}
        hadTexts={wantsTexts(initial.types, all)}
      />
    </AccountForm>
  )
}
