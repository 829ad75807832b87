import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { completeOpenIdSignOn, type SignOnCompleted } from '@portico/contract/openid-provider/openid-provider.ts'
import { openIdTexts } from '@portico/contract/openid-provider/openid-texts.ts'
import { request } from '../../api/call.ts'
import { formatMessage, texts, useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { messageOfFailure } from '../../patterns/run-action.ts'
import { CenteredPage, PageActions } from '../../shell/CenteredPage.tsx'
import { Reauthentication } from '../../shell/Reauthentication.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'

type Outcome = { completed: SignOnCompleted } | { problem: string }

/** An application asked who the user is: goes on with the session of this tab, and returns to the application. */
export function OpenIdSignOnPage() {
  const t = useTexts(openIdTexts)
  const { interactionId } = useParams({ from: paths.openIdSignOn() })
  const outcome = useSignOn(interactionId)
  const completed = outcome && 'completed' in outcome ? outcome.completed : null
  if (outcome === null || completed?.permissionFlg)
    return (
      <CenteredPage title={completed?.applicationNm ?? t.openid_title}>
        <p role="status">{t.openid_opening}</p>
        <Reauthentication />
      </CenteredPage>
    )
  return (
    <CenteredPage title={t.openid_failed_title}>
      <Alert tone="error">
        {completed
          ? formatMessage(t.openid_no_permission, { application: completed.applicationNm })
          : 'problem' in outcome && outcome.problem}
      </Alert>
      <PageActions>
        {completed && (
          <Button onClick={() => location.assign(completed.returnUrl)}>
            {formatMessage(t.openid_return, { application: completed.applicationNm })}
          </Button>
        )}
        <Button kind="primary" root={(props) => <Link {...props} to={paths.home()} />}>
          {t.openid_to_portal}
        </Button>
      </PageActions>
    </CenteredPage>
  )
}

/** Completes the request once. With permission the browser leaves for the application at once. */
function useSignOn(interactionId: string): Outcome | null {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    const run = async () => {
      const answer = await request(completeOpenIdSignOn, { params: { interactionId } })
      if (answer.code !== '200') return setOutcome({ problem: answer.message || texts(openIdTexts).openid_expired })
      setOutcome({ completed: answer.data })
      if (answer.data.permissionFlg) location.replace(answer.data.returnUrl)
    }
    run().catch((error: unknown) => setOutcome({ problem: messageOfFailure(error) }))
  }, [interactionId])
  return outcome
}
