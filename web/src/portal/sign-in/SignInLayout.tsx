import type { ReactNode } from 'react'
import { LanguageChoice } from '../../shell/LanguageChoice.tsx'
import { Version } from '../../shell/Version.tsx'
import { SignInArtwork } from './SignInArtwork.tsx'
import classes from './SignInPage.module.css'

interface SignInLayoutProps {
  logo: ReactNode
  /** Address of the brand's background; null: the default drawing. */
  background: string | null
  children: ReactNode
}

/** The form on the left, the brand's background on the right if there is space. */
export const SignInLayout = ({ logo, background, children }: SignInLayoutProps) => (
  <div className={classes['split']}>
    <div className={classes['side']}>
      <header className={classes['brand']}>{logo}</header>
      <main className={classes['main']}>{children}</main>
      <footer className={classes['foot']}>
        <Version />
        <LanguageChoice />
      </footer>
    </div>
    <div className={classes['picture']} aria-hidden="true">
      <SignInArtwork />
      {background !== null && <img className={classes['photo']} src={background} alt="" />}
    </div>
  </div>
)
