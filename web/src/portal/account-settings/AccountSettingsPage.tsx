import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import classes from './AccountSettingsPage.module.css'
import { ConfirmEmail } from './ConfirmEmail.tsx'
import { panels } from './panels.ts'

/** The page where users manage their own account. */
export function AccountSettingsPage() {
  const t = useTexts(generalTexts)
  const session = useSignedIn()
  return (
    <div className={classes['page']}>
      <PageHeading title={t.menu_account_settings} subtitle={session.userName} />
      <ConfirmEmail />
      {panels
        .filter(({ isFor }) => isFor(session))
        .map(({ name, Panel }) => (
          <Panel key={name} />
        ))}
    </div>
  )
}
