import { webhookPageTexts } from '@portico/contract/webhooks/webhook-page-texts.ts'
import {
  listWebhookDeliveries,
  listWebhooks,
  resendWebhookDelivery,
  testWebhook,
  updateWebhook,
  type Webhook,
} from '@portico/contract/webhooks/webhooks.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { useAction } from '../../patterns/use-action.ts'
import { errorWords } from './webhook-words.ts'

/** What a webhook has already, as it is sent with a change. */
const keptOf = ({ webhookNm, addressTxt, eventList, audienceTxt, subjectCd, version }: Webhook) => ({
  webhookNm,
  addressTxt,
  eventList,
  ...(audienceTxt === null ? {} : { audienceTxt }),
  ...(subjectCd === null ? {} : { subjectCd }),
  version,
})

/** Acts on a webhook that need no dialog; their results are shown in toasts. */
export function useWebhookActs() {
  const t = useTexts(webhookPageTexts)
  const { uid } = useSignedIn()
  const switching = useAction(updateWebhook, { invalidate: [listWebhooks] })
  const testing = useAction(testWebhook, {
    invalidate: [listWebhooks, listWebhookDeliveries],
    success: ({ data: { statusNo } }) => formatMessage(t.webhook_test_delivered, { status: String(statusNo) }),
    refusal: ({ data: { deliveredFlg, statusNo, errorCd } }) => {
      if (deliveredFlg) return undefined
      return statusNo === null
        ? formatMessage(t.webhook_test_failed, { reason: errorWords(t)[errorCd ?? 'connection'] })
        : formatMessage(t.webhook_test_status, { status: String(statusNo) })
    },
  })
  const resending = useAction(resendWebhookDelivery, { invalidate: [listWebhooks, listWebhookDeliveries] })
  return {
    test: ({ webhookId }: Webhook) => testing.run({ params: { uid, webhookId } }),
    switchTo: (webhook: Webhook, enabledFlg: boolean) =>
      switching.run({
        params: { uid, webhookId: webhook.webhookId },
        // Also what its receiver has paused is off then.
        body: { ...keptOf(webhook), enabledFlg, ...(!enabledFlg && { endPauseFlg: true }) },
      }),
    resend: (webhookId: number, deliveryId: number) => resending.run({ params: { uid, webhookId, deliveryId } }),
  }
}
