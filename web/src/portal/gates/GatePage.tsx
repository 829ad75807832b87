import { signInTexts } from '@portico/contract/texts/sign-in-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { CalmPage } from '../../shell/CalmPage.tsx'
import { signOut } from '../../shell/sign-out.ts'
import { Button } from '../../ui/Button.tsx'

/** Says which step is left before the portal opens. */
export function GatePage() {
  const t = useTexts(signInTexts)
  const { gate } = useSignedIn()
  const reasons = { expired: t.gate_expired, temporary: t.gate_temporary, question: t.gate_question, licence: '' }
  return (
    <CalmPage title={t.gate_title}>
      {gate && <p>{reasons[gate]}</p>}
      <p>{t.gate_contact}</p>
      <div>
        <Button kind="primary" onClick={signOut}>
          {t.session_sign_out}
        </Button>
      </div>
    </CalmPage>
  )
}
