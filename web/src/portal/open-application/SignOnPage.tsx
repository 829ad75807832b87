import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { answerSignOnRequest, declineSignOnRequest } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { singleSignOnTexts } from '@portico/contract/single-sign-on/single-sign-on-texts.ts'
import { call } from '../../api/call.ts'
import { currentSession } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { CannotOpen } from './CannotOpen.tsx'
import { OpenApplication } from './OpenApplication.tsx'
import { readSignOnRequest } from './sign-on-request.ts'

/** Continues the sign-on that an application has asked for, with the session of this tab. */
export function SignOnPage() {
  const t = useTexts(singleSignOnTexts)
  const { hash } = useLocation()
  const [request] = useState(() => readSignOnRequest(hash))
  if (!request) return <CannotOpen message={t.sign_on_request_refused} />
  const { ticket } = request
  return (
    <OpenApplication
      launch={(accountId) => {
        const session = currentSession()
        if (!session) return call(declineSignOnRequest, { body: { ticket } })
        const choice = accountId === undefined ? {} : { systemAccountUserId: accountId }
        return call(answerSignOnRequest, { params: { uid: session.uid }, body: { ticket, ...choice } })
      }}
    />
  )
}
