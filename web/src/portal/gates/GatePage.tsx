import { useLocation, useRouteContext, useRouter } from '@tanstack/react-router'
import { passwordTexts } from '@portico/contract/texts/password-texts.ts'
import { signInTexts } from '@portico/contract/texts/sign-in-texts.ts'
import { renewSession } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { CalmPage } from '../../shell/CalmPage.tsx'
import { paths } from '../../paths.ts'
import { signOut } from '../../shell/sign-out.ts'
import { toast } from '../../ui/toast.ts'
import { type Changed, ChangePasswordModal } from '../password/ChangePasswordModal.tsx'

/** The password that has to be changed before the portal opens. */
export function GatePage() {
  // As the page was opened for: a change opens the gate a moment before the page is left, or leads to the next one.
  const { gate } = useRouteContext({ from: paths.gate() }).session
  return <PasswordGate gate={gate === 'expired' ? gate : 'temporary'} />
}

/** Password-expired and password-forgot modal (PSWD-009, PSWD-010): what is new leads straight on. */
function PasswordGate({ gate }: { gate: 'expired' | 'temporary' }) {
  const t = useTexts(passwordTexts)
  const { session_sign_out: cancelLabel } = useTexts(signInTexts)
  const router = useRouter()
  const state = useLocation().state
  const expired = { title: t.password_expired_title, intro: t.password_expired_body, currentLabel: t.password_current }
  const temporary = {
    title: t.password_temporary_title,
    intro: t.password_temporary_body,
    currentLabel: t.password_temporary_current,
  }
  const goOn = ({ data, csrfToken, message }: Changed) => {
    const { loginSessionId: token, daysBeforePasswordExpire, timeDescription } = data
    if (token === null || csrfToken === null) return signOut()
    renewSession({ token, csrfToken, daysBeforePasswordExpire })
    const goodFor = timeDescription === null ? '' : ` ${t.password_good_for.replace('{time}', timeDescription)}`
    toast.success(`${message}.${goodFor}`)
    // The guard of the sign-in page knows what comes next.
    void router.navigate({ to: paths.login(), state, replace: true })
  }
  const words = gate === 'expired' ? expired : temporary
  return (
    <CalmPage title={words.title} bare>
      <ChangePasswordModal {...words} cancelLabel={cancelLabel} onClose={signOut} onChanged={goOn} mustDecide />
    </CalmPage>
  )
}
