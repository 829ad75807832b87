import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import classes from './AccountSettingsPage.module.css'
import { ConfirmEmail } from './ConfirmEmail.tsx'
import { panels } from './panels.ts'
import { SettingsIndex } from './SettingsIndex.tsx'

/** The page where users manage their own account. */
export function AccountSettingsPage() {
  const t = useTexts(generalTexts)
  const session = useSignedIn()
  const shown = panels.filter(({ isFor }) => isFor(session))
  return (
    <div className={classes['page']}>
      <PageHeading title={t.menu_account_settings} subtitle={session.userName} />
      <SettingsIndex shown={shown} />
      <div className={classes['panels']}>
        <ConfirmEmail />
        {shown.map(({ name, Panel }) => (
          <div key={name} id={name} className={classes['panel']}>
            <Panel />
          </div>
        ))}
      </div>
    </div>
  )
}
