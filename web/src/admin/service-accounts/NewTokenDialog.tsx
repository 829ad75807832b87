import { SERVICE_OAUTH_PATH, SERVICE_TOKEN_SHOWN } from '@portico/contract/service-accounts/service-account-rules.ts'
import { serviceAccountPageTexts } from '@portico/contract/service-accounts/service-account-page-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { ShownOnceDialog } from '../../patterns/ShownOnceDialog.tsx'
import { formatInstant } from '../../ui/format.ts'

/** A token that was just made: it lives in the state of the page alone, and is gone when its dialog closes. */
export interface ShownToken {
  serviceAccountNm: string
  ownerId: number
  tokenTxt: string
  expireDt: Date
  formerUntilDt: Date | null
}

/** Shows a token this once, with what a program needs beside it. */
export function NewTokenDialog({ token, onClose }: { token: ShownToken; onClose: () => void }) {
  const t = useTexts(serviceAccountPageTexts)
  const address = `${window.location.origin}${SERVICE_OAUTH_PATH}/token`
  const { serviceAccountNm, ownerId, tokenTxt, expireDt, formerUntilDt } = token
  return (
    <ShownOnceDialog
      title={formatMessage(t.service_token_title, { name: serviceAccountNm })}
      lead={t.service_token_lead}
      secret={tokenTxt}
      copyLabel={t.service_token_copy}
      onClose={onClose}
    >
      <p>
        {formatMessage(t.service_token_expires, { moment: formatInstant(expireDt) })}{' '}
        {formerUntilDt && formatMessage(t.service_token_former, { moment: formatInstant(formerUntilDt) })}
      </p>
      <p>{formatMessage(t.service_token_uid, { uid: String(ownerId) })}</p>
      <p>{formatMessage(t.service_token_oauth, { clientId: tokenTxt.slice(0, SERVICE_TOKEN_SHOWN), address })}</p>
    </ShownOnceDialog>
  )
}
