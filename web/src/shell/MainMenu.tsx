import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../api/session.ts'
import { useTexts } from '../api/texts.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/Icon.tsx'
import type { MenuEntry } from '../ui/MenuButton.tsx'
import { useAddressOfPage } from './admin-screens.ts'
import { adminMenuQuery, hasDocumentsQuery } from './frame-queries.ts'
import { LazyMenuButton } from './LazyMenuButton.tsx'
import classes from './MainMenu.module.css'
import { usePortalPageName } from './portal-page-name.ts'
import { shellTexts } from '@portico/contract/texts/shell-texts.ts'

/** The pages of the portal. The server says which administration pages the user may open (AUTZ-007). */
export function MainMenu({ hasAdministration }: { hasAdministration: boolean }) {
  const t = useTexts(generalTexts)
  const { menu_main: name, menu_contact_us: contactUs } = useTexts(shellTexts)
  const { uid } = useSignedIn()
  const navigate = useNavigate()
  const pages = useSuspenseQuery(adminMenuQuery(uid)).data
  const hasDocuments = useQuery(hasDocumentsQuery(uid)).data === true
  const addressOf = useAddressOfPage()
  const pageName = usePortalPageName()
  const entries: MenuEntry[] = (hasAdministration ? pages : []).map(({ pageNm }) => ({
    label: pageName(pageNm),
    onSelect: () => void navigate({ href: addressOf(pageNm) }),
  }))
  return (
    <nav className={classes['menu']} aria-label={name}>
      <Link to={paths.home()} className={classes['link']}>
        {t.menu_home}
      </Link>
      <Link to={paths.contactUs()} className={classes['link']}>
        {contactUs}
      </Link>
      {hasDocuments && (
        <Link to={paths.documentLibrary()} className={classes['link']} data-wide>
          {t.menu_documents}
        </Link>
      )}
      {entries.length > 0 && (
        <LazyMenuButton label={t.menu_administration} groups={[{ entries }]} align="start">
          <span className={classes['words']}>{t.menu_administration}</span>
          <span className={classes['short']}>
            <Icon name="settings" />
          </span>
          <Icon name="chevronDown" size={16} />
        </LazyMenuButton>
      )}
    </nav>
  )
}
