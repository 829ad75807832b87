import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../api/session.ts'
import { useTexts } from '../api/texts.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/Icon.tsx'
import type { MenuEntry } from '../ui/MenuButton.tsx'
import { useAddressOfPage } from './admin-screens.ts'
import { adminMenuQuery } from './frame-queries.ts'
import { MenuButton } from './LazyMenuButton.tsx'
import classes from './MainMenu.module.css'
import { usePortalPageName } from './portal-page-name.ts'
import { shellTexts } from '@portico/contract/texts/shell-texts.ts'

/**
 * The pages of the portal. The server says which administration pages the user may open (AUTZ-007); those without a
 * screen yet are listed too, so that users do not search for them elsewhere.
 */
export function MainMenu({ hasAdministration }: { hasAdministration: boolean }) {
  const t = useTexts(generalTexts)
  const { menu_main: name, menu_no_screen: noScreen, menu_contact_us: contactUs } = useTexts(shellTexts)
  const { uid } = useSignedIn()
  const navigate = useNavigate()
  const pages = useSuspenseQuery(adminMenuQuery(uid)).data
  const addressOf = useAddressOfPage()
  const pageName = usePortalPageName()
  const open: MenuEntry[] = []
  const missing: MenuEntry[] = []
  for (const { pageNm } of hasAdministration ? pages : []) {
    const address = addressOf(pageNm)
    const label = pageName(pageNm)
    if (address === undefined) missing.push({ label, onSelect: () => undefined })
    else open.push({ label, onSelect: () => void navigate({ href: address }) })
  }
  const groups = [{ entries: open }, { entries: missing, disabledReason: noScreen }].filter(
    ({ entries }) => entries.length > 0,
  )
  return (
    <nav className={classes['menu']} aria-label={name}>
      <Link to={paths.home()} className={classes['link']}>
        {t.menu_home}
      </Link>
      <Link to={paths.contactUs()} className={classes['link']}>
        {contactUs}
      </Link>
      {groups.length > 0 && (
        <MenuButton label={t.menu_administration} groups={groups} align="start">
          <span className={classes['words']}>{t.menu_administration}</span>
          <span className={classes['short']}>
            <Icon name="settings" />
          </span>
          <Icon name="chevronDown" size={16} />
        </MenuButton>
      )}
    </nav>
  )
}
