import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type AccessRequestState,
  listOwnAccessRequests,
  listRequestableApplications,
  listRequestableSets,
  type OwnAccessRequest,
  withdrawAccessRequest,
} from '@portico/contract/access-requests/access-requests.ts'
import { accessRequestTexts } from '@portico/contract/access-requests/access-request-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { useAction } from '../../patterns/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { formatInstant } from '../../ui/format.ts'
import { Panel, PanelRow } from '../../ui/Panel.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { ownRequestsQuery } from './access-queries.ts'
import classes from './AskForApplicationPage.module.css'

const states = {
  pending: { tone: 'info', label: 'access_state_pending' },
  granted: { tone: 'success', label: 'access_state_granted' },
  declined: { tone: 'neutral', label: 'access_state_declined' },
  withdrawn: { tone: 'neutral', label: 'access_state_withdrawn' },
  closed: { tone: 'neutral', label: 'access_state_closed' },
} as const satisfies Record<AccessRequestState, unknown>

/** The user's requests and their states; a waiting one can be withdrawn. */
export function OwnRequestsPanel() {
  const t = useTexts(accessRequestTexts)
  const { uid } = useSignedIn()
  const { data: requests } = useSuspenseQuery(ownRequestsQuery(uid))
  const [withdrawing, setWithdrawing] = useState<OwnAccessRequest | null>(null)
  return (
    <Panel title={t.access_own_title} help={requests.length === 0 ? t.access_own_none : t.access_own_help}>
      {requests.map((one) => (
        <PanelRow
          key={one.accessRequestId}
          title={one.pageNm}
          action={
            <div className={classes['state']}>
              <StatusDot tone={states[one.requestStateCd].tone}>{t[states[one.requestStateCd].label]}</StatusDot>
              {one.requestStateCd === 'pending' && (
                <Button
                  size="s"
                  aria-label={formatMessage(t.access_withdraw_about, { application: one.pageNm })}
                  onClick={() => setWithdrawing(one)}
                >
                  {t.access_withdraw}
                </Button>
              )}
            </div>
          }
        >
          <p className={classes['reason']}>{one.reasonTxt}</p>
          {one.decisionTxt !== '' && (
            <p className={classes['reason']}>{formatMessage(t.access_decision_reason, { reason: one.decisionTxt })}</p>
          )}
          <p className={classes['moment']}>{momentsOf(one, t)}</p>
        </PanelRow>
      ))}
      {withdrawing && <WithdrawModal asked={withdrawing} onClose={() => setWithdrawing(null)} />}
    </Panel>
  )
}

/** Formats 'Sent … · Decided … · Until …'. */
function momentsOf({ requestedDt, decidedDt, endDt }: OwnAccessRequest, t: Texts<typeof accessRequestTexts>): string {
  return [
    formatMessage(t.access_requested_at, { moment: formatInstant(requestedDt) }),
    decidedDt && formatMessage(t.access_decided_at, { moment: formatInstant(decidedDt) }),
    endDt && formatMessage(t.access_ends_at, { moment: formatInstant(endDt) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function WithdrawModal({ asked, onClose }: { asked: OwnAccessRequest; onClose: () => void }) {
  const t = useTexts(accessRequestTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const withdraw = useAction(withdrawAccessRequest, {
    invalidate: [listOwnAccessRequests, listRequestableApplications, listRequestableSets],
  })
  return (
    <ConfirmModal
      opened
      danger
      onClose={onClose}
      title={t.access_withdraw_title}
      confirmLabel={t.access_withdraw_confirm}
      cancelLabel={cancel}
      onConfirm={() => withdraw.submit({ params: { uid, ownAccessRequestId: asked.accessRequestId } })}
    >
      <p>{formatMessage(t.access_withdraw_body, { application: asked.pageNm })}</p>
    </ConfirmModal>
  )
}
