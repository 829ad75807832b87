import { useEffect, useState, type ReactNode } from 'react'
import type { CompanySignOut } from '@portico/contract/session/session.ts'
import { federationTexts } from '@portico/contract/federation/federation-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { CenteredPage } from '../../shell/CenteredPage.tsx'
import { signOutFinished } from '../../shell/sign-out.ts'
import { Button } from '../../ui/Button.tsx'
import classes from './SignedOutPage.module.css'

/** Shown after sign-out to users who signed in at their company (LOUT-001, LOUT-006, LOUT-007). */
export function SignedOutPage() {
  const t = useTexts(federationTexts)
  const company = useCompanySignOut()
  return (
    <CenteredPage title={t.sso_signed_out_title}>
      <p role="status">{t.sso_signed_out_body}</p>
      <p>{t.sso_signed_out_company}</p>
      <div className={classes['actions']}>
        <Button kind="primary" root={linkTo(company?.signInUrl ?? paths.login())}>
          {t.sso_again}
        </Button>
        {company?.signOutUrl && <Button root={linkTo(company.signOutUrl)}>{t.sso_sign_out_company}</Button>}
      </div>
    </CenteredPage>
  )
}

/** A link that leaves the application: to a call that redirects, or to another site. */
const linkTo = (href: string) =>
  function ExternalLink({ children, ...props }: { className: string; children: ReactNode }) {
    return (
      <a {...props} href={href} rel="noreferrer">
        {children}
      </a>
    )
  }

/** The company's links, once the server has confirmed the sign-out; null when the user opened this page directly. */
function useCompanySignOut(): CompanySignOut | null {
  const [company, setCompany] = useState<CompanySignOut | null>(null)
  useEffect(() => {
    let isMounted = true
    void signOutFinished().then((result) => isMounted && setCompany(result))
    return () => {
      isMounted = false
    }
  }, [])
  return company
}
