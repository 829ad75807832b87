import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { logoutTexts } from '@portico/contract/logout-chain/logout-texts.ts'
import { reportAnonymously } from '../../api/client-log.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { CenteredPage } from '../../shell/CenteredPage.tsx'
import { Button } from '../../ui/Button.tsx'

/** Follows nothing and shows nothing of the address that brought the user here; only records that it did (LOUT-012, LOUT-013). */
export function RedirectBlockedPage() {
  const t = useTexts(logoutTexts)
  const { go_home: home } = useTexts(generalTexts)
  const isRecorded = useRef(false)
  useEffect(() => {
    if (isRecorded.current) return
    isRecorded.current = true
    void reportAnonymously(new Error('redirect blocked: untrusted data'), paths.redirectBlocked())
  }, [])
  return (
    <CenteredPage title={t.redirect_blocked_title}>
      <p>{t.redirect_blocked_body}</p>
      <div>
        <Button kind="primary" root={(props) => <Link {...props} to={paths.start()} />}>
          {home}
        </Button>
      </div>
    </CenteredPage>
  )
}
