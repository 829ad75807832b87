import { useQuery } from '@tanstack/react-query'
import {
  getSignOnSettings,
  type SignOnSettings,
  type SignOnSystem,
} from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { signOnSettingPageTexts } from '@portico/contract/sign-on-settings/sign-on-setting-page-texts.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { ManagedLine } from '../../patterns/ManagedLine.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'
import type { ShownClientSecret } from './ClientSecretDialogs.tsx'
import { SignOnFields } from './SignOnFields.tsx'
import { useSignOnForm } from './use-sign-on-form.ts'

interface SettingsDialogProps {
  system: SignOnSystem
  onClose: () => void
  /** Called with a client secret that was made with the save. */
  onSecret: (secret: ShownClientSecret) => void
}

/** Sets the single sign-on of a system. */
export function SettingsDialog({ system, ...rest }: SettingsDialogProps) {
  const t = useTexts(signOnSettingPageTexts)
  const { close } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const { data, error, isPending } = useQuery({
    ...query(getSignOnSettings, { params: { uid, appSystemId: system.systemId } }),
    gcTime: 0,
  })
  if (data) return <SettingsForm settings={data} {...rest} />
  const title = formatMessage(t.sso_settings_title, { name: system.systemNm })
  return (
    <Modal opened title={title} size="l" closeLabel={close} onClose={rest.onClose}>
      {error && <Alert tone="error">{error.message || t.sso_open_failed}</Alert>}
      {isPending && <SkeletonLines lines={6} height="2.75rem" />}
    </Modal>
  )
}

function SettingsForm({
  settings,
  onClose,
  onSecret,
}: Omit<SettingsDialogProps, 'system'> & { settings: SignOnSettings }) {
  const t = useTexts(signOnSettingPageTexts)
  const form = useSignOnForm(settings, onSecret)
  return (
    <EditDialog
      form={form}
      size="l"
      onClose={onClose}
      title={formatMessage(t.sso_settings_title, { name: settings.systemNm })}
      submitLabel={t.sso_save}
      closeAfterMs={CLOSE_AFTER_MS.setting}
    >
      <ManagedLine kind="singleSignOn" id={settings.systemId} />
      <SignOnFields form={form} settings={settings} isInDialog />
    </EditDialog>
  )
}
