import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { webhookPageTexts } from '@portico/contract/webhooks/webhook-page-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { formatInstant } from '../../ui/format.ts'
import { Modal } from '../../ui/Modal.tsx'
import { ModalActions } from '../../ui/ModalActions.tsx'
import classes from './Webhooks.module.css'

/** A secret that was just made: it lives in the state of the page alone, and is gone when its dialog closes. */
export interface ShownSecret {
  webhookNm: string
  secretTxt: string
  formerSecretUntilDt: Date | null
}

/** Shows a secret this once; only its button closes it, as the secret is lost then. */
export function SecretDialog({ secret, onClose }: { secret: ShownSecret; onClose: () => void }) {
  const t = useTexts(webhookPageTexts)
  const { close, copy_refused: failed } = useTexts(generalTexts)
  const { webhookNm, secretTxt, formerSecretUntilDt: until } = secret
  return (
    <Modal
      opened
      title={formatMessage(t.webhook_secret_title, { name: webhookNm })}
      closeLabel={close}
      mayClose={false}
      onClose={onClose}
    >
      <div className={classes['secret']}>
        <p>{t.webhook_secret_lead}</p>
        <code className={classes['code']}>{secretTxt}</code>
        {until && <p>{formatMessage(t.webhook_secret_former, { moment: formatInstant(until) })}</p>}
      </div>
      <ModalActions>
        <Button onClick={onClose}>{close}</Button>
        <CopyButton
          text={secretTxt}
          label={t.webhook_secret_copy}
          doneLabel={t.webhook_secret_copied}
          failedLabel={failed}
          kind="primary"
        />
      </ModalActions>
    </Modal>
  )
}
