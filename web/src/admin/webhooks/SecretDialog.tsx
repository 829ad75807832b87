import { webhookPageTexts } from '@portico/contract/webhooks/webhook-page-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { ShownOnceDialog } from '../../patterns/ShownOnceDialog.tsx'
import { formatInstant } from '../../ui/format.ts'

/** A secret that was just made: it lives in the state of the page alone, and is gone when its dialog closes. */
export interface ShownSecret {
  webhookNm: string
  secretTxt: string
  formerSecretUntilDt: Date | null
}

/** Shows the secret of a webhook this once. */
export function SecretDialog({ secret, onClose }: { secret: ShownSecret; onClose: () => void }) {
  const t = useTexts(webhookPageTexts)
  const { webhookNm, secretTxt, formerSecretUntilDt: until } = secret
  return (
    <ShownOnceDialog
      title={formatMessage(t.webhook_secret_title, { name: webhookNm })}
      lead={t.webhook_secret_lead}
      secret={secretTxt}
      copyLabel={t.webhook_secret_copy}
      onClose={onClose}
    >
      {until && <p>{formatMessage(t.webhook_secret_former, { moment: formatInstant(until) })}</p>}
    </ShownOnceDialog>
  )
}
