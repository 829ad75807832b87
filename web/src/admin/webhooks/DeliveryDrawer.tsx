import { useQuery } from '@tanstack/react-query'
import { webhookPageTexts } from '@portico/contract/webhooks/webhook-page-texts.ts'
import type { WebhookDelivery } from '@portico/contract/webhooks/webhooks.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { indentJson } from '../../patterns/indent-json.ts'
import { formatInstant } from '../../ui/format.ts'
import { PanelRow } from '../../ui/Panel.tsx'
import { deliveryQuery } from './webhook-queries.ts'
import { answerWords, deliveryStateWords } from './webhook-words.ts'
import classes from './Webhooks.module.css'

interface DeliveryDrawerProps {
  webhookId: number
  delivery: WebhookDelivery
  title: string
  onClose: () => void
}

/** A delivery with its body, and how it was answered. */
export function DeliveryDrawer({ webhookId, delivery, title, onClose }: DeliveryDrawerProps) {
  const t = useTexts(webhookPageTexts)
  const { uid } = useSignedIn()
  const { stateCd, attemptCnt, attemptDt, nextAttemptDt } = delivery
  const facts = [
    [t.webhooks_state, deliveryStateWords(t)[stateCd]],
    [t.deliveries_attempts, String(attemptCnt)],
    [t.delivery_last_attempt, attemptDt && formatInstant(attemptDt)],
    [t.delivery_next_attempt, nextAttemptDt && formatInstant(nextAttemptDt)],
    [t.deliveries_answer, answerWords(t, delivery)],
  ] as const
  return (
    <DetailDrawer title={title} onClose={onClose}>
      {facts.map(
        ([name, value]) =>
          value && (
            <PanelRow key={name} title={name}>
              {value}
            </PanelRow>
          ),
      )}
      <QueryContent failed={t.delivery_not_loaded} query={useQuery(deliveryQuery(uid, webhookId, delivery.deliveryId))}>
        {({ bodyTxt, answerTxt }) => (
          <>
            <PanelRow title={t.delivery_body}>
              {bodyTxt === null ? t.delivery_body_gone : <Text label={t.delivery_body}>{indentJson(bodyTxt)}</Text>}
            </PanelRow>
            {answerTxt && (
              <PanelRow title={t.delivery_answer_body}>
                <Text label={t.delivery_answer_body}>{answerTxt}</Text>
              </PanelRow>
            )}
          </>
        )}
      </QueryContent>
    </DetailDrawer>
  )
}

/** Long text that is scrolled by keyboard, too. */
function Text({ label, children }: { label: string; children: string }) {
  return (
    <pre className={classes['body']} role="region" aria-label={label} tabIndex={0}>
      {children}
    </pre>
  )
}
