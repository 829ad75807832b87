import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { acceptLicense } from '@portico/contract/sign-in/sign-in.ts'
import { signInTexts } from '@portico/contract/sign-in/sign-in-texts.ts'
import { markLicenseAccepted, useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { useAction } from '../../patterns/use-action.ts'
import { CenteredPage } from '../../shell/CenteredPage.tsx'
import { paths } from '../../paths.ts'
import { signOut } from '../../shell/sign-out.ts'
import { Button } from '../../ui/Button.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { licenseQuery } from './gate-queries.ts'
import classes from './LicensePage.module.css'

/** Requires external users to accept the license before they can use the portal (decision B9). */
export function LicensePage() {
  const t = useTexts(signInTexts)
  const { uid } = useSignedIn()
  const license = useSuspenseQuery(licenseQuery(uid)).data
  const router = useRouter()
  const state = useLocation().state
  const [error, setError] = useState<string | null>(null)
  const acceptance = useAction(acceptLicense)

  const accept = async () => {
    setError(null)
    const { ok, message } = await acceptance.submit({ params: { uid } })
    if (!ok) return setError(message)
    markLicenseAccepted()
    // The guard of the sign-in page redirects to the next page.
    await router.navigate({ to: paths.login(), state, replace: true })
  }

  return (
    <CenteredPage title={license.title} titleLanguage={license.languageCd} wide>
      <div
        className={classes['text']}
        role="region"
        aria-label={license.title}
        lang={license.languageCd ?? undefined}
        tabIndex={0}
      >
        <SafeHtml html={license.html} />
      </div>
      {error !== null && <Alert tone="error">{error}</Alert>}
      <div className={classes['actions']}>
        <Button onClick={signOut}>{t.license_decline}</Button>
        <Button kind="primary" busy={acceptance.isPending} onClick={() => void accept()}>
          {t.license_accept}
        </Button>
      </div>
    </CenteredPage>
  )
}
