import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../api/session.ts'
import { useTexts } from '../api/texts.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/Icon.tsx'
import { adminScreens } from './admin-screens.ts'
import { adminMenuQuery } from './frame-queries.ts'
import { MenuButton } from './LazyMenuButton.tsx'
import classes from './MainMenu.module.css'
import { shellTexts } from '@portico/contract/texts/shell-texts.ts'

/** The places of the portal. Which administration pages there are for this person, the server says (AUTZ-007). */
export function MainMenu() {
  const t = useTexts(generalTexts)
  const { menu_main: name } = useTexts(shellTexts)
  const { uid } = useSignedIn()
  const navigate = useNavigate()
  const pages = useSuspenseQuery(adminMenuQuery(uid)).data
  const entries = pages.flatMap(({ pageNm }) => {
    const address = adminScreens[pageNm]
    return address === undefined ? [] : [{ label: pageNm, onSelect: () => void navigate({ href: address }) }]
  })
  return (
    <nav className={classes['menu']} aria-label={name}>
      <Link to={paths.home()} className={classes['link']}>
        {t.menu_home}
      </Link>
      {entries.length > 0 && (
        <MenuButton label={t.menu_administration} groups={[{ entries }]} align="start">
          {t.menu_administration}
          <Icon name="chevronDown" size={16} />
        </MenuButton>
      )}
    </nav>
  )
}
