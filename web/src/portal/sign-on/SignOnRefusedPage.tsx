import { Link, useSearch } from '@tanstack/react-router'
import { openIdTexts } from '@portico/contract/openid-provider/openid-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { CenteredPage, PageNote } from '../../shell/CenteredPage.tsx'
import { Button } from '../../ui/Button.tsx'

/** For a request that the portal must not answer to the application, such as one with an address that is not registered. */
export function SignOnRefusedPage() {
  const t = useTexts(openIdTexts)
  const { reason } = useSearch({ from: paths.signOnRefused() })
  return (
    <CenteredPage title={t.openid_refused_title}>
      <p>{t.openid_refused}</p>
      {reason && <PageNote>{formatMessage(t.openid_refused_reason, { reason })}</PageNote>}
      <div>
        <Button kind="primary" root={(props) => <Link {...props} to={paths.start()} />}>
          {t.openid_to_portal}
        </Button>
      </div>
    </CenteredPage>
  )
}
