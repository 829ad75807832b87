import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { acceptLicense, getLicense } from '@portico/contract/sign-in/sign-in.ts'
import { signInTexts } from '@portico/contract/sign-in/sign-in-texts.ts'
import { invalidate } from '../../api/query.ts'
import { markLicenseAccepted, useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { LicenseText } from '../../patterns/LicenseText.tsx'
import { useAction } from '../../patterns/use-action.ts'
import { CenteredPage } from '../../shell/CenteredPage.tsx'
import { paths } from '../../paths.ts'
import { signOut } from '../../shell/sign-out.ts'
import { Button } from '../../ui/Button.tsx'
import { Alert } from '../../ui/Alert.tsx'
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
    const { ok, message } = await acceptance.submit({ params: { uid }, body: { licenseId: license.licenseId } })
    if (!ok) {
      setError(message)
      // It may have been refused because there is a new version.
      return invalidate(getLicense)
    }
    markLicenseAccepted()
    // The guard of the sign-in page redirects to the next page.
    await router.navigate({ to: paths.login(), state, replace: true })
  }

  return (
    <CenteredPage title={license.title} titleLanguage={license.languageCd} wide>
      <LicenseText key={license.licenseId} title={license.title} html={license.html} language={license.languageCd} />
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
