import { useSuspenseQuery } from '@tanstack/react-query'
import type { RequestState } from '@portico/contract/contact.ts'
import { contactTexts } from '@portico/contract/texts/contact-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { formatInstant } from '../../ui/format.ts'
import { Panel, PanelRow } from '../../ui/Panel.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { enhanceReqsQuery } from './contact-queries.ts'
import classes from './ContactUsPage.module.css'

const tones = {
  received: 'neutral',
  'in-review': 'info',
  planned: 'info',
  done: 'success',
  declined: 'neutral',
} as const

/** The user's enhancement requests and their state. */
export function RequestsPanel() {
  const t = useTexts(contactTexts)
  const { uid } = useSignedIn()
  const { data: requests } = useSuspenseQuery(enhanceReqsQuery(uid))
  const words: Record<RequestState, string> = {
    received: t.request_state_received,
    'in-review': t.request_state_in_review,
    planned: t.request_state_planned,
    done: t.request_state_done,
    declined: t.request_state_declined,
  }
  return (
    <Panel title={t.requests_title} help={requests.length === 0 ? t.requests_none : t.requests_help}>
      {requests.map(({ requestNo, sectionNm, comment, requestState, createdDt }) => (
        <PanelRow
          key={requestNo}
          title={formatMessage(t.requests_row, { number: requestNo, section: sectionNm })}
          action={<StatusDot tone={tones[requestState]}>{words[requestState]}</StatusDot>}
        >
          <p className={classes['comment']}>{comment}</p>
          <p className={classes['moment']}>{formatInstant(createdDt)}</p>
        </PanelRow>
      ))}
    </Panel>
  )
}
