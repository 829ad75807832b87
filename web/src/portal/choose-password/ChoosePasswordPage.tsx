import { useLoaderData, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { recoveryTexts } from '@portico/contract/texts/recovery-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { CalmActions, CalmPage, CalmWords } from '../../shell/CalmPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { fill } from '../../ui/fill.ts'
import type { Link } from './choose-password.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'

/** Where the link of the mail leads: whoever forgot the password chooses a new one. */
export function ChoosePasswordPage() {
  const found = useLoaderData({ from: paths.choosePassword() })
  // The page lives on what it began with: its address is emptied at once.
  const [link] = useState(found)
  const navigate = useNavigate()
  useEffect(() => {
    void navigate({ to: paths.choosePassword(), hash: '', replace: true })
  }, [navigate])
  const [isOver, setOver] = useState(link === null)
  return isOver || link === null ? <LinkIsOver /> : <Choose link={link} onOver={() => setOver(true)} />
}

function Choose({ link, onOver }: { link: Link; onOver: () => void }) {
  const t = useTexts(recoveryTexts)
  const navigate = useNavigate()
  const toSignIn = () =>
    void navigate({ to: paths.login(), state: { endedBecause: 'password-changed' }, replace: true })
  return (
    <CalmPage title={t.recovery_link_title}>
      <CalmWords>{fill(t.recovery_link_body, { userName: link.userNm })}</CalmWords>
      <NewPasswordForm link={link} onStored={toSignIn} onOver={onOver} />
    </CalmPage>
  )
}

function LinkIsOver() {
  const t = useTexts(recoveryTexts)
  const navigate = useNavigate()
  return (
    <CalmPage title={t.recovery_link_over_title}>
      <CalmWords>{t.recovery_link_over}</CalmWords>
      <CalmActions>
        <Button onClick={() => void navigate({ to: paths.login() })}>{t.recovery_login}</Button>
        <Button kind="primary" onClick={() => void navigate({ to: paths.forgotPassword() })}>
          {t.recovery_link_again}
        </Button>
      </CalmActions>
    </CalmPage>
  )
}
