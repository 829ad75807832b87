import { useSuspenseQuery } from '@tanstack/react-query'
import {
  getProfile,
  listOwnNotificationTypes,
  type NotificationType,
  type Profile,
  saveOwnNotificationTypes,
} from '@portico/contract/account/account.ts'
import { accountTexts } from '@portico/contract/account/account-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { usePhoneNumbers } from '../../patterns/phone-numbers.ts'
import { rulesSchema } from '../../patterns/rules-schema.ts'
import { useForm } from '../../patterns/use-form.ts'
import { PanelRow } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toast.ts'
import {
  notificationChange,
  notificationInWords,
  type Notifications,
  notificationsOf,
  ownPhonesOf,
  wantsSms,
} from './account-form.ts'
import { ownCarriersQuery, ownTypesQuery, allTypesQuery } from './account-queries.ts'
import { ownProfileQuery } from './own-profile.ts'
import { EditPanel } from './EditPanel.tsx'
import { notificationIssues } from './notification-issues.ts'
import { NotificationFields, useNotificationLabels } from './NotificationFields.tsx'

/** How the user receives announcements and notices (ACCT-009). */
export function NotificationPanel() {
  const t = useTexts(accountTexts)
  const { uid } = useSignedIn()
  const { data: profile } = useSuspenseQuery(ownProfileQuery())
  const { data: own } = useSuspenseQuery(ownTypesQuery(uid))
  const { data: carriers } = useSuspenseQuery(ownCarriersQuery(uid))
  const phones = usePhoneNumbers()
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
          {wantsSms(
            own.map((type) => type.notificationTypeId),
            own,
          ) && (
            <>
              <PanelRow title={t.notifications_mobile}>{phones.show(profile.mobilePhnNbr ?? t.account_none)}</PanelRow>
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
  const { data: all } = useSuspenseQuery(allTypesQuery())
  const { data: carriers } = useSuspenseQuery(ownCarriersQuery(uid))
  const phones = ownPhonesOf(usePhoneNumbers(), profile)
  const initial = notificationsOf(profile, own, { carriers, phones })
  const form = useForm({
    draftKey: 'notifications',
    schema: rulesSchema((values: Notifications) => notificationIssues(values, all, phones)),
    messages: t,
    initial,
    labels: useNotificationLabels(),
    // The types have no version of their own, and come with another call.
    loadedVersion: `${profile.version} ${initial.types.join()}`,
    comparedAs: { format: (field, value) => notificationInWords(field, value, all, carriers) },
    invalidate: [getProfile, listOwnNotificationTypes],
    save: async (values) => {
      const body = { ...notificationChange(values, { all, phones }), version: profile.version }
      const { message } = await request(saveOwnNotificationTypes, { params: { uid }, body })
      toast.success(message)
      return ''
    },
    afterSave: close,
  })
  return (
    <FormPanel title={t.notifications_title} form={form} submitLabel={t.account_save} onCancel={close}>
      <NotificationFields form={form} hadTexts={wantsSms(initial.types, all)} />
    </FormPanel>
  )
}
