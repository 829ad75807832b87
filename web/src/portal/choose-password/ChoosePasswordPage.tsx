import { useLoaderData, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { recoveryTexts } from '@portico/contract/password/recovery-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { PageActions, CenteredPage, PageNote } from '../../shell/CenteredPage.tsx'
import { Button } from '../../ui/Button.tsx'
import type { Link } from './choose-password.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'

/** Opened by the mailed link: a user who forgot the password chooses a new one. */
export function ChoosePasswordPage() {
  const loadedLink = useLoaderData({ from: paths.choosePassword() })
  // Read the token once; the address is cleared at once.
  const [link] = useState(loadedLink)
  const navigate = useNavigate()
  useEffect(() => {
    void navigate({ to: paths.choosePassword(), hash: '', replace: true })
  }, [navigate])
  const [isExpired, setExpired] = useState(link === null)
  return isExpired || link === null ? <LinkExpired /> : <ChooseForm link={link} onExpired={() => setExpired(true)} />
}

function ChooseForm({ link, onExpired }: { link: Link; onExpired: () => void }) {
  const t = useTexts(recoveryTexts)
  const navigate = useNavigate()
  const toSignIn = () => void navigate({ to: paths.login(), state: { endReason: 'password-changed' }, replace: true })
  return (
    <CenteredPage title={t.recovery_link_title}>
      <PageNote>{formatMessage(t.recovery_link_body, { userName: link.userNm })}</PageNote>
      <NewPasswordForm link={link} onStored={toSignIn} onExpired={onExpired} />
    </CenteredPage>
  )
}

function LinkExpired() {
  const t = useTexts(recoveryTexts)
  const navigate = useNavigate()
  return (
    <CenteredPage title={t.recovery_link_over_title}>
      <PageNote>{t.recovery_link_over}</PageNote>
      <PageActions>
        <Button onClick={() => void navigate({ to: paths.login() })}>{t.recovery_login}</Button>
        <Button kind="primary" onClick={() => void navigate({ to: paths.forgotPassword() })}>
          {t.recovery_link_again}
        </Button>
      </PageActions>
    </CenteredPage>
  )
}
