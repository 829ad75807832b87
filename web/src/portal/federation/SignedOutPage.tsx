import { useEffect, useState, type ReactNode } from 'react'
import type { CompanySignOut } from '@portico/contract/session.ts'
import { federationTexts } from '@portico/contract/texts/federation-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { CalmPage } from '../../shell/CalmPage.tsx'
import { signOutDone } from '../../shell/sign-out.ts'
import { Button } from '../../ui/Button.tsx'
import classes from './SignedOutPage.module.css'

/** Where whoever signs in at his company stands after signing out here (LOUT-001, LOUT-006, LOUT-007). */
export function SignedOutPage() {
  const t = useTexts(federationTexts)
  const company = useCompany()
  return (
    <CalmPage title={t.sso_signed_out_title}>
      <p role="status">{t.sso_signed_out_body}</p>
      <p>{t.sso_signed_out_company}</p>
      <div className={classes['actions']}>
        <Button kind="primary" root={linkTo(company?.signInUrl ?? paths.login())}>
          {t.sso_again}
        </Button>
        {company?.signOutUrl && <Button root={linkTo(company.signOutUrl)}>{t.sso_sign_out_company}</Button>}
      </div>
    </CalmPage>
  )
}

/** A link that leaves the application: to a call that sends the browser on, or to another site. */
const linkTo = (href: string) =>
  function LinkAway({ children, ...props }: { className: string; children: ReactNode }) {
    return (
      <a {...props} href={href} rel="noreferrer">
        {children}
      </a>
    )
  }

/** The company's addresses, once the server has confirmed the sign-out; null for who opened this page by himself. */
function useCompany(): CompanySignOut | null {
  const [company, setCompany] = useState<CompanySignOut | null>(null)
  useEffect(() => {
    let isHere = true
    void signOutDone().then((told) => isHere && setCompany(told))
    return () => {
      isHere = false
    }
  }, [])
  return company
}
