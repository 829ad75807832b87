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
import { ShownOnceDialog } from '../../patterns/ShownOnceDialog.tsx'
import { useAction } from '../../patterns/use-action.ts'
import { BreakableText } from '../../ui/BreakableText.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'

interface NewSecretDialogProps {
  system: Pick<SignOnSystem, 'systemId' | 'systemNm'>
  clientIdTxt: string | null
  onClose: () => void
  onSecret: (secret: ShownClientSecret) => void
}

/** Makes a new client secret after a question. */
export function NewSecretDialog({ system, clientIdTxt, onClose, onSecret }: NewSecretDialogProps) {
  const t = useTexts(signOnSettingPageTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const make = useAction(makeClientSecret, {
    invalidate: [listSignOnSystems, getSignOnSettings],
    success: ({ data }) => {
      onSecret({ clientIdTxt, secretTxt: data.clientSecretTxt })
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

/** A client secret that was just made: it lives in the state of the page alone, and is gone when its dialog closes. */
export interface ShownClientSecret {
  clientIdTxt: string | null
  secretTxt: string
}

interface ClientSecretDialogProps {
  systemNm: string
  secret: ShownClientSecret
  onClose: () => void
}

/** Shows a client secret this once, with the client ID that belongs to it. */
export function ClientSecretDialog({ systemNm, secret: { clientIdTxt, secretTxt }, onClose }: ClientSecretDialogProps) {
  const t = useTexts(signOnSettingPageTexts)
  const { copy_refused: failed } = useTexts(generalTexts)
  return (
    <ShownOnceDialog
      title={formatMessage(t.sso_secret_title, { name: systemNm })}
      lead={t.sso_secret_lead}
      secret={secretTxt}
      copyLabel={t.sso_secret_copy}
      onClose={onClose}
    >
      {clientIdTxt !== null && (
        <div>
          <p>
            {t.sso_client_id}
            <br />
            <code>
              <BreakableText>{clientIdTxt}</BreakableText>
            </code>
          </p>
          <CopyButton
            size="s"
            text={clientIdTxt}
            label={t.sso_client_id_copy}
            doneLabel={t.sso_copied}
            failedLabel={failed}
          />
        </div>
      )}
    </ShownOnceDialog>
  )
}
