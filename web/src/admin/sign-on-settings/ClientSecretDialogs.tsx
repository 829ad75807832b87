import {
  getSignOnSettings,
  listSignOnSystems,
  makeClientSecret,
  type SignOnSystem,
} from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { signOnSettingPageTexts } from '@portico/contract/sign-on-settings/sign-on-setting-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { useAction } from '../../patterns/use-action.ts'
import { BreakableText } from '../../ui/BreakableText.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Modal } from '../../ui/Modal.tsx'

interface SecretDialogProps {
  system: Pick<SignOnSystem, 'systemId' | 'systemNm'>
  onClose: () => void
}

/** Makes a new client secret after a question. */
export function NewSecretDialog({
  system,
  onClose,
  onSecret,
}: SecretDialogProps & { onSecret: (secret: string) => void }) {
  const t = useTexts(signOnSettingPageTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const make = useAction(makeClientSecret, {
    invalidate: [listSignOnSystems, getSignOnSettings],
    success: ({ data }) => {
      onSecret(data.clientSecretTxt)
      return t.sso_secret_made
    },
  })
  return (
    <ConfirmModal
      opened
      danger
      onClose={onClose}
      title={formatMessage(t.sso_secret_title, { name: system.systemNm })}
      confirmLabel={t.sso_secret_confirm}
      cancelLabel={cancel}
      onConfirm={() => make.submit({ params: { uid, appSystemId: system.systemId } })}
    >
      <p>{t.sso_secret_body}</p>
    </ConfirmModal>
  )
}

/** Shows a client secret once. */
export function SecretDialog({ system, secret, onClose }: SecretDialogProps & { secret: string }) {
  const t = useTexts(signOnSettingPageTexts)
  const { close, copy_refused: failed } = useTexts(generalTexts)
  return (
    <Modal
      opened
      title={formatMessage(t.sso_secret_title, { name: system.systemNm })}
      closeLabel={close}
      closesByPressBeside={false}
      onClose={onClose}
    >
      <p>{t.sso_secret_lead}</p>
      <p>
        <code>
          <BreakableText>{secret}</BreakableText>
        </code>
      </p>
      <CopyButton
        text={secret}
        label={t.sso_secret_copy}
        doneLabel={t.sso_copied}
        failedLabel={failed}
        kind="primary"
      />
    </Modal>
  )
}
