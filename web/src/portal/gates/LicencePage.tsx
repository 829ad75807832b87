import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { acceptLicence } from '@portico/contract/sign-in.ts'
import { signInTexts } from '@portico/contract/texts/sign-in-texts.ts'
import { ApiError, call } from '../../api/call.ts'
import { noteLicenceAccepted, useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { CalmPage } from '../../shell/CalmPage.tsx'
import { paths } from '../../paths.ts'
import { signOut } from '../../shell/sign-out.ts'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { licenceQuery } from './gate-queries.ts'
import classes from './LicencePage.module.css'

/** Nobody from outside works here before he has accepted the licence (decision B9). */
export function LicencePage() {
  const t = useTexts(signInTexts)
  const { uid } = useSignedIn()
  const licence = useSuspenseQuery(licenceQuery(uid)).data
  const router = useRouter()
  const state = useLocation().state
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const accept = async () => {
    setBusy(true)
    try {
      await call(acceptLicence, { params: { uid } })
      noteLicenceAccepted()
      // The guard of the sign-in page knows what comes next.
      await router.navigate({ to: paths.login(), state, replace: true })
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal
      setError(refusal.message)
      setBusy(false)
    }
  }

  return (
    <CalmPage title={licence.title} wide>
      <div className={classes['text']} role="region" aria-label={licence.title} tabIndex={0}>
        <SafeHtml html={licence.html} />
      </div>
      {error !== null && <Message tone="error">{error}</Message>}
      <div className={classes['actions']}>
        <Button onClick={signOut}>{t.licence_decline}</Button>
        <Button kind="primary" busy={busy} onClick={() => void accept()}>
          {t.licence_accept}
        </Button>
      </div>
    </CalmPage>
  )
}
