import { useSuspenseQuery } from '@tanstack/react-query'
import { type Profile, withdrawEmail } from '@portico/contract/account.ts'
import { formatPhone } from '@portico/contract/account-rules.ts'
import { accountTexts } from '@portico/contract/texts/account-texts.ts'
import { passwordTexts } from '@portico/contract/texts/password-texts.ts'
import { ApiError, request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { PanelRow } from '../../ui/Panel.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { toast } from '../../ui/toast.ts'
import { changesEmail, ownIssues, userInfoChange, userInfoOf } from './account-form.ts'
import { AccountForm } from './AccountForm.tsx'
import classes from './AccountForm.module.css'
import { keepProfile, profileQuery } from './account-queries.ts'
import { EditPanel } from './EditPanel.tsx'
import { orStale, saveProfile } from './save-account.ts'
import { useRuledForm } from './use-ruled-form.ts'
import { UserInfoFields } from './UserInfoFields.tsx'

/** Name, email and work phone (ACCT-006). */
export function UserInfoPanel() {
  const t = useTexts(accountTexts)
  const { data: profile } = useSuspenseQuery(profileQuery())
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
  const name = [profile.firstNm, profile.midInitial, profile.lastNm].filter(Boolean).join(' ')
  return (
    <>
      <PanelRow title={t.user_info_name}>{name}</PanelRow>
      <PanelRow title={t.user_info_email}>
        {profile.emailAddress}
        {profile.pendingEmailAddress !== null && <PendingEmail profile={profile} />}
      </PanelRow>
      <PanelRow title={t.user_info_work_phone}>
        {profile.workPhone === null ? t.account_none : formatPhone(profile.workPhone)}
      </PanelRow>
    </>
  )
}

/** The address awaiting confirmation, and a button to keep the current one. */
function PendingEmail({ profile }: { profile: Profile }) {
  const t = useTexts(accountTexts)
  const { uid, isEmulated } = useSignedIn()
  const values = { address: profile.pendingEmailAddress ?? '', current: profile.emailAddress ?? '' }
  const keep = async () => {
    try {
      const { data, message } = await request(withdrawEmail, { params: { uid } })
      keepProfile(data)
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    }
  }
  return (
    <div className={classes['pending']}>
      <Badge tone="warning">{t.email_pending}</Badge>
      <span>{formatMessage(t.email_pending_help, values)}</span>
      {!isEmulated && (
        <Button size="s" kind="quiet" flush onClick={() => void keep()}>
          {formatMessage(t.email_withdraw, values)}
        </Button>
      )}
    </div>
  )
}

function UserInfoForm({ profile, close }: { profile: Profile; close: () => void }) {
  const t = useTexts(accountTexts)
  const password = useTexts(passwordTexts)
  const form = useRuledForm({
    name: 'user-info',
    initial: { ...userInfoOf(profile), securityConfirmPwd: '' },
    judge: (values) => [
      ...ownIssues(values, profile),
      ...(changesEmail(values, profile) && values.securityConfirmPwd === ''
        ? [{ field: 'securityConfirmPwd', text: 'field_required' as const }]
        : []),
    ],
    save: ({ securityConfirmPwd, ...info }) =>
      orStale(async () => {
        const asksEmail = changesEmail(info, profile)
        const { message } = await saveProfile({
          ...userInfoChange(info, profile.readOnlyFields),
          ...(asksEmail && { securityConfirmPwd }),
          version: profile.version,
        })
        toast.success(asksEmail ? formatMessage(t.email_asked, { address: info.emailAddress.trim() }) : message)
        close()
      }, close),
  })
  return (
    <AccountForm title={t.user_info_title} form={form} onCancel={close}>
      <UserInfoFields form={form} readOnly={profile.readOnlyFields} />
      {changesEmail(form.values, profile) && (
        <PasswordField
          {...form.field('securityConfirmPwd')}
          label={t.user_info_password}
          help={t.user_info_password_help}
          showLabel={password.password_show}
          hideLabel={password.password_hide}
          autoComplete="current-password"
        />
      )}
    </AccountForm>
  )
}
