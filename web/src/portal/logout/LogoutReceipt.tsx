import { Link } from '@tanstack/react-router'
import type { LogoutStep } from '@portico/contract/logout-chain.ts'
import { logoutTexts } from '@portico/contract/texts/logout-texts.ts'
import { returnToAdministrator } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { CenteredPage, PageActions } from '../../shell/CenteredPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import type { Departure } from './end-after-chain.ts'
import { LogoutSteps } from './LogoutSteps.tsx'

interface LogoutReceiptProps {
  steps: readonly LogoutStep[]
  /** False: there may be applications that the steps do not name. */
  isWhole: boolean
  departure: Departure
}

/** What was closed and what was not (decision M7). */
export function LogoutReceipt({ steps, isWhole, departure }: LogoutReceiptProps) {
  const t = useTexts(logoutTexts)
  const isComplete = isWhole && steps.every(({ outcome }) => outcome === 'done')
  const partly = steps.length === 0 ? t.logout_receipt_unknown : t.logout_receipt_some
  const body = isComplete ? t.logout_receipt_all : partly
  return (
    <CenteredPage title={t.logout_receipt_title} headingRef={focusOnMount}>
      <p role="status">{departure.kind === 'administrator' ? t.logout_receipt_returned : body}</p>
      <LogoutSteps steps={steps} currentId={null} />
      <PageActions>
        <Onward departure={departure} />
      </PageActions>
    </CenteredPage>
  )
}

function Onward({ departure }: { departure: Departure }) {
  const t = useTexts(logoutTexts)
  if (departure.kind === 'administrator')
    return (
      <Button kind="primary" onClick={() => returnToAdministrator('returned')}>
        {t.logout_return}
      </Button>
    )
  if (departure.kind === 'company' && departure.address !== null) {
    const { address } = departure
    return (
      <Button kind="primary" onClick={() => location.assign(address)}>
        {t.logout_continue}
      </Button>
    )
  }
  const [to, label] =
    departure.kind === 'company' ? [paths.federatedSignOut(), t.logout_continue] : [paths.login(), t.logout_sign_in]
  return (
    <Button kind="primary" root={(props) => <Link {...props} to={to} />}>
      {label}
    </Button>
  )
}
