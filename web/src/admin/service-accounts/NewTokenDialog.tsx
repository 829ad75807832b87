import { SERVICE_OAUTH_PATH, SERVICE_TOKEN_SHOWN } from '@portico/contract/service-accounts/service-account-rules.ts'
import { serviceAccountPageTexts } from '@portico/contract/service-accounts/service-account-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { formatInstant } from '../../ui/format.ts'
import { Modal } from '../../ui/Modal.tsx'
import { ModalActions } from '../../ui/ModalActions.tsx'
import { Button } from '../../ui/Button.tsx'
import classes from './ServiceAccounts.module.css'

/** A token that was just made: it lives in the state of the page alone, and is gone when its dialog closes. */
export interface ShownToken {
  serviceAccountNm: string
  ownerId: number
  tokenTxt: string
  expireDt: Date
  formerUntilDt: Date | null
}

/** Shows a token this once; only its button closes it, as the token is lost then. */
export function NewTokenDialog({ token, onClose }: { token: ShownToken; onClose: () => void }) {
  const t = useTexts(serviceAccountPageTexts)
  const { close, copy_refused: failed } = useTexts(generalTexts)
  const address = `${window.location.origin}${SERVICE_OAUTH_PATH}/token`
  const { serviceAccountNm, ownerId, tokenTxt, expireDt, formerUntilDt } = token
  return (
    <Modal
      opened
      title={formatMessage(t.service_token_title, { name: serviceAccountNm })}
      closeLabel={close}
      mayClose={false}
      onClose={onClose}
    >
      <div className={classes['token']}>
        <p>{t.service_token_lead}</p>
        <code className={classes['secret']}>{tokenTxt}</code>
        <p>
          {formatMessage(t.service_token_expires, { moment: formatInstant(expireDt) })}{' '}
          {formerUntilDt && formatMessage(t.service_token_former, { moment: formatInstant(formerUntilDt) })}
        </p>
        <p>{formatMessage(t.service_token_uid, { uid: String(ownerId) })}</p>
        <p>{formatMessage(t.service_token_oauth, { clientId: tokenTxt.slice(0, SERVICE_TOKEN_SHOWN), address })}</p>
      </div>
      <ModalActions>
        <Button onClick={onClose}>{close}</Button>
        <CopyButton
          text={tokenTxt}
          label={t.service_token_copy}
          doneLabel={t.service_token_copied}
          failedLabel={failed}
          kind="primary"
        />
      </ModalActions>
    </Modal>
  )
}
