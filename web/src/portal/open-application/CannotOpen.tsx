import { Link } from '@tanstack/react-router'
import { singleSignOnTexts } from '@portico/contract/single-sign-on/single-sign-on-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { CenteredPage, PageActions } from '../../shell/CenteredPage.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'

/** Why an application did not open, and the way on. */
export function CannotOpen({ message, onRetry }: { message: string; onRetry?: () => void }) {
  const t = useTexts(singleSignOnTexts)
  return (
    <CenteredPage title={t.sign_on_unavailable_title}>
      <Alert tone="error">{message}</Alert>
      <PageActions>
        <Button kind={onRetry ? 'secondary' : 'primary'} root={(props) => <Link {...props} to={paths.start()} />}>
          {t.sign_on_to_portal}
        </Button>
        {onRetry && (
          <Button kind="primary" onClick={onRetry}>
            {t.sign_on_again}
          </Button>
        )}
      </PageActions>
    </CenteredPage>
  )
}
