import { useSuspenseQuery } from '@tanstack/react-query'
import { getProfile, type Profile, withdrawEmail } from '@portico/contract/account/account.ts'
import { accountTexts } from '@portico/contract/account/account-texts.ts'
import { passwordTexts } from '@portico/contract/password/password-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { usePhoneNumbers } from '../../patterns/phone-numbers.ts'
import { rulesSchema } from '../../patterns/rules-schema.ts'
import { useAction } from '../../patterns/use-action.ts'
import { useForm } from '../../patterns/use-form.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { PanelRow } from '../../ui/Panel.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { toast } from '../../ui/toast.ts'
import { changesEmail, ownIssues, ownPhonesOf, userInfoChange, userInfoOf } from './account-form.ts'
import classes from './AccountFields.module.css'
import { ownProfileQuery } from './own-profile.ts'
import { EditPanel } from './EditPanel.tsx'
import { saveProfile, showProfile } from './save-account.ts'
import { UserInfoFields, useUserInfoLabels } from './UserInfoFields.tsx'

/** Name, email and work phone (ACCT-006). */
export function UserInfoPanel() {
  const t = useTexts(accountTexts)
  const { data: profile } = useSuspenseQuery(ownProfileQuery())
  return (
    <EditPanel
      name="user-info"
      title={t.user_info_title}
      help={t.user_info_help}
      rows={<UserInfoRows profile={profile} />}
      form={(close) => <UserInfoForm profile={profile} close={close} />}
    />
  )
}

function UserInfoRows({ profile }: { profile: Profile }) {
  const t = useTexts(accountTexts)
  const phones = usePhoneNumbers()
  const name = [profile.firstNm, profile.midInitial, profile.lastNm].filter(Boolean).join(' ')
  return (
    <>
      <PanelRow title={t.user_info_name}>{name}</PanelRow>
      <PanelRow title={t.user_info_email}>
        {profile.emailAddress}
        {profile.pendingEmailAddress !== null && <PendingEmail profile={profile} />}
      </PanelRow>
      <PanelRow title={t.user_info_work_phone}>
        {profile.workPhone === null ? t.account_none : phones.show(profile.workPhone)}
      </PanelRow>
    </>
  )
}

/** The address awaiting confirmation, and a button to keep the current one. */
function PendingEmail({ profile }: { profile: Profile }) {
  const t = useTexts(accountTexts)
  const { uid, isEmulated } = useSignedIn()
  const values = { address: profile.pendingEmailAddress ?? '', current: profile.emailAddress ?? '' }
  const keep = useAction(withdrawEmail, { success: showProfile })
  return (
    <div className={classes['pending']}>
      <Badge tone="warning">{t.email_pending}</Badge>
      <span>{formatMessage(t.email_pending_help, values)}</span>
      {!isEmulated && (
        <Button size="s" kind="quiet" flush busy={keep.isPending} onClick={() => void keep.run({ params: { uid } })}>
          {formatMessage(t.email_withdraw, values)}
        </Button>
      )}
    </div>
  )
}

function UserInfoForm({ profile, close }: { profile: Profile; close: () => void }) {
  const t = useTexts(accountTexts)
  const password = useTexts(passwordTexts)
  const phones = ownPhonesOf(usePhoneNumbers(), profile)
  const initial = { ...userInfoOf(profile, phones), securityConfirmPwd: '' }
  const form = useForm({
    draftKey: 'user-info',
    schema: rulesSchema((values: typeof initial) => [
      ...ownIssues(values, profile, phones),
      ...(changesEmail(values, profile) && values.securityConfirmPwd === ''
        ? [{ field: 'securityConfirmPwd', text: 'field_required' as const }]
        : []),
    ]),
    messages: t,
    initial,
    secret: ['securityConfirmPwd'],
    labels: { ...useUserInfoLabels(), securityConfirmPwd: t.user_info_password },
    loadedVersion: profile.version,
    invalidate: [getProfile],
    save: async ({ securityConfirmPwd, ...info }) => {
      const isNewEmail = changesEmail(info, profile)
      const { message } = await saveProfile({
        ...userInfoChange(info, { readOnly: profile.readOnlyFields, phones }),
        ...(isNewEmail && { securityConfirmPwd }),
        version: profile.version,
      })
      toast.success(isNewEmail ? formatMessage(t.email_requested, { address: info.emailAddress.trim() }) : message)
      return ''
    },
    afterSave: close,
  })
  return (
    <FormPanel title={t.user_info_title} form={form} submitLabel={t.account_save} onCancel={close}>
      <UserInfoFields form={form} readOnly={profile.readOnlyFields} />
      {changesEmail(form.values, profile) && (
        <PasswordField
          {...form.field('securityConfirmPwd')}
          help={t.user_info_password_help}
          showLabel={password.password_show}
          hideLabel={password.password_hide}
          autoComplete="current-password"
        />
      )}
    </FormPanel>
  )
}
