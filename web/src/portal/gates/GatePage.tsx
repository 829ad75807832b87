import { useLocation, useRouteContext, useRouter } from '@tanstack/react-router'
import { passwordTexts } from '@portico/contract/password/password-texts.ts'
import { signInTexts } from '@portico/contract/sign-in/sign-in-texts.ts'
import { renewSession } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CenteredPage } from '../../shell/CenteredPage.tsx'
import { paths } from '../../paths.ts'
import { signOut } from '../../shell/sign-out.ts'
import { toast } from '../../ui/toast.ts'
import { type Changed, ChangePasswordModal } from '../password/ChangePasswordModal.tsx'

type PasswordGate = 'expired' | 'secured' | 'temporary'

/**
 * Password-expired and password-forgot modal (PSWD-009, PSWD-010), and the portal's own for a secured account; the
 * new password continues the sign-in.
 */
export function GatePage() {
  // Keep the gate that the page opened with: a change opens it before the page is left, or moves to the next gate.
  const { closed } = useRouteContext({ from: paths.gate() })
  const words = useWords(closed)
  const t = useTexts(passwordTexts)
  const { session_sign_out: cancelLabel } = useTexts(signInTexts)
  const router = useRouter()
  const state = useLocation().state
  const goOn = ({ data, csrfToken, message }: Changed) => {
    const { loginSessionId: token, daysBeforePasswordExpire, timeDescription } = data
    if (token === null || csrfToken === null) return signOut()
    renewSession({ token, csrfToken, daysBeforePasswordExpire })
    const goodFor = timeDescription === null ? '' : ` ${formatMessage(t.password_good_for, { time: timeDescription })}`
    toast.success(`${message}.${goodFor}`)
    // The guard of the sign-in page redirects to the next page.
    void router.navigate({ to: paths.login(), state, replace: true })
  }
  return (
    <CenteredPage title={words.title} bare>
      <ChangePasswordModal {...words} cancelLabel={cancelLabel} onClose={signOut} onChanged={goOn} mustDecide />
    </CenteredPage>
  )
}

function useWords(gate: PasswordGate) {
  const t = useTexts(passwordTexts)
  return {
    expired: { title: t.password_expired_title, intro: t.password_expired_body, currentLabel: t.password_current },
    secured: { title: t.password_secured_title, intro: t.password_secured_body, currentLabel: t.password_current },
    temporary: {
      title: t.password_temporary_title,
      intro: t.password_temporary_body,
      currentLabel: t.password_temporary_current,
    },
  }[gate]
}
