import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import {
  getProfile,
  listOwnNotificationTypes,
  type Profile,
  saveOwnNotificationTypes,
} from '@portico/contract/account/account.ts'
import { securityInfoIssues } from '@portico/contract/account/account-rules.ts'
import { saveSecurityInfo } from '@portico/contract/password/password.ts'
import { accountTexts } from '@portico/contract/account/account-texts.ts'
import { passwordTexts } from '@portico/contract/password/password-texts.ts'
import { signInTexts } from '@portico/contract/sign-in/sign-in-texts.ts'
import { request } from '../../api/call.ts'
import { markSecurityQuestionSet, useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { usePhoneNumbers } from '../../patterns/phone-numbers.ts'
import { rulesSchema } from '../../patterns/rules-schema.ts'
import { useForm } from '../../patterns/use-form.ts'
import { CenteredPage } from '../../shell/CenteredPage.tsx'
import { signOut } from '../../shell/sign-out.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import {
  changesEmail,
  notificationChange,
  notificationsOf,
  ownIssues,
  ownPhonesOf,
  userInfoChange,
  userInfoOf,
  wantsSms,
} from '../account-settings/account-form.ts'
import { ownCarriersQuery, ownTypesQuery, allTypesQuery } from '../account-settings/account-queries.ts'
import { ownProfileQuery } from '../account-settings/own-profile.ts'
import { NotificationFields, useNotificationLabels } from '../account-settings/NotificationFields.tsx'
import { notificationIssues } from '../account-settings/notification-issues.ts'
import { saveProfile } from '../account-settings/save-account.ts'
import {
  SecurityQuestionFields,
  securitySecrets,
  useSecurityLabels,
} from '../account-settings/SecurityQuestionFields.tsx'
import { UserInfoFields, useUserInfoLabels } from '../account-settings/UserInfoFields.tsx'
import classes from './AccountSetupPage.module.css'

/**
 * First sign-in: personal information, security question for password recovery, notifications (ACCT-005, ACCT-011).
 */
export function AccountSetupPage() {
  const t = useTexts(accountTexts)
  const { session_sign_out: signOutLabel } = useTexts(signInTexts)
  const { data: profile } = useSuspenseQuery(ownProfileQuery())
  const { form, hadTexts } = useSetupForm(profile)
  return (
    <CenteredPage title={t.setup_title} wide>
      <p>{t.setup_lead}</p>
      <FormPanel
        title={t.setup_title}
        form={form}
        submitLabel={t.setup_submit}
        startAction={<Button onClick={signOut}>{signOutLabel}</Button>}
      >
        <section className={classes['part']} aria-labelledby="setup-user-info">
          <h2 id="setup-user-info">{t.user_info_title}</h2>
          <UserInfoFields form={form} readOnly={profile.readOnlyFields} />
        </section>
        <section className={classes['part']} aria-labelledby="setup-security">
          <h2 id="setup-security">{t.security_panel_title}</h2>
          <p className={classes['help']}>{t.security_panel_help}</p>
          <SecurityQuestionFields form={form} storedQuestionId={null} />
        </section>
        <section className={classes['part']} aria-labelledby="setup-notifications">
          <h2 id="setup-notifications">{t.notifications_title}</h2>
          <NotificationFields form={form} hadTexts={hadTexts} />
        </section>
      </FormPanel>
    </CenteredPage>
  )
}

const nothingSecret = { securityQuestionId: '', pswdPhrase: '', securityConfirmPwd: '' }

/** Question and answer are saved last: they open the gate, and earlier errors can be corrected here. */
function useSetupForm(profile: Profile) {
  const { uid } = useSignedIn()
  const router = useRouter()
  const state = useLocation().state
  const { data: all } = useSuspenseQuery(allTypesQuery())
  const { data: own } = useSuspenseQuery(ownTypesQuery(uid))
  const { data: carriers } = useSuspenseQuery(ownCarriersQuery(uid))
  const phones = ownPhonesOf(usePhoneNumbers(), profile)
  const notifications = notificationsOf(profile, own, { carriers, phones })
  const questionIdOf = (id: string) => (id === '' ? null : Number(id))
  const initial = { ...userInfoOf(profile, phones), ...nothingSecret, ...notifications }
  const form = useForm({
    draftKey: 'account-setup',
    schema: rulesSchema((values: typeof initial) => [
      ...ownIssues(values, profile, phones),
      ...securityInfoIssues({ ...values, securityQuestionId: questionIdOf(values.securityQuestionId) }, null),
      ...notificationIssues(values, all, phones),
    ]),
    messages: { ...useTexts(accountTexts), ...useTexts(passwordTexts) },
    initial,
    secret: securitySecrets,
    invalidate: [getProfile, listOwnNotificationTypes],
    labels: { ...useUserInfoLabels(), ...useSecurityLabels(), ...useNotificationLabels() },
    save: async (values) => {
      const { securityQuestionId, pswdPhrase, securityConfirmPwd } = values
      await saveProfile({
        ...userInfoChange(values, { readOnly: profile.readOnlyFields, phones }),
        ...(changesEmail(values, profile) && { securityConfirmPwd }),
      })
      await request(saveOwnNotificationTypes, { params: { uid }, body: notificationChange(values, { all, phones }) })
      const info = { securityQuestionId: questionIdOf(securityQuestionId), pswdPhrase, securityConfirmPwd }
      const { message } = await request(saveSecurityInfo, { params: { uid }, body: info })
      toast.success(message)
      return ''
    },
    afterSave: () => {
      markSecurityQuestionSet()
      // The guard of the sign-in page redirects to the next page.
      void router.navigate({ to: paths.login(), state, replace: true })
    },
  })
  return { form, hadTexts: wantsSms(notifications.types, all) }
}
