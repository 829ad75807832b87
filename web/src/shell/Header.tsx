import { Link } from '@tanstack/react-router'
import { useSyncExternalStore, type ReactNode } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useTexts } from '../api/texts.ts'
import { paths } from '../paths.ts'
import { AccountMenu } from './AccountMenu.tsx'
import classes from './Header.module.css'
import { Logo } from './Logo.tsx'
import { MainMenu } from './MainMenu.tsx'

/** Scroll position in pixels at which the header shrinks (UIGN-007). */
const SHRINKS_AFTER_PX = 75

const onScroll = (observer: () => void) => {
  addEventListener('scroll', observer, { passive: true })
  return () => removeEventListener('scroll', observer)
}

interface HeaderProps {
  search: ReactNode
  bell: ReactNode
}

/** Logo, menu, search, announcements, and the account menu. */
export function Header({ search, bell }: HeaderProps) {
  const small = useSyncExternalStore(onScroll, () => window.scrollY > SHRINKS_AFTER_PX)
  return <HeaderBar small={small} logo={<Logo />} search={search} bell={bell} />
}

interface HeaderBarProps extends HeaderProps {
  small?: boolean
  logo: ReactNode
  /** Of the person whose header is previewed, without the administration; the signed-in user unless given. */
  firstName?: string | undefined
}

/** The header with a given logo. */
export function HeaderBar({ small = false, logo, firstName, search, bell }: HeaderBarProps) {
  const { product_name: productName, menu_home: home } = useTexts(generalTexts)
  return (
    <header className={classes['header']} data-small={small || undefined}>
      <div className={classes['bar']}>
        <Link to={paths.home()} className={classes['logo']} aria-label={`${productName}, ${home}`}>
          {logo}
        </Link>
        <MainMenu hasAdministration={firstName === undefined} />
        <div className={classes['search']}>{search}</div>
        <div className={classes['tools']}>
          {bell}
          <AccountMenu firstName={firstName} />
        </div>
      </div>
    </header>
  )
}
