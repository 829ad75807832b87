import { useSuspenseQuery } from '@tanstack/react-query'
import { contactTexts } from '@portico/contract/contact/contact-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { RequestStateDot } from '../../patterns/RequestStateDot.tsx'
import { formatInstant } from '../../ui/format.ts'
import { Panel, PanelRow } from '../../ui/Panel.tsx'
import { enhanceReqsQuery } from './contact-queries.ts'
import classes from './ContactUsPage.module.css'

/** The user's enhancement requests with their state and the answers. */
export function RequestsPanel() {
  const t = useTexts(contactTexts)
  const { uid } = useSignedIn()
  const { data: requests } = useSuspenseQuery(enhanceReqsQuery(uid))
  return (
    <Panel title={t.requests_title} help={requests.length === 0 ? t.requests_none : t.requests_help}>
      {requests.map(({ requestNo, sectionNm, comment, requestState, answerTxt, createdDt }) => (
        <PanelRow
          key={requestNo}
          title={formatMessage(t.requests_row, { number: requestNo, section: sectionNm })}
          action={<RequestStateDot state={requestState} />}
        >
          <p className={classes['comment']}>{comment}</p>
          {answerTxt !== '' && (
            <p className={classes['comment']}>{formatMessage(t.requests_answer, { answer: answerTxt })}</p>
          )}
          <p className={classes['moment']}>{formatInstant(createdDt)}</p>
        </PanelRow>
      ))}
    </Panel>
  )
}
