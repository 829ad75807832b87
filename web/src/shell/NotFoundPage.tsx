import { Link } from '@tanstack/react-router'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useTexts } from '../api/texts.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { CalmPage } from './CalmPage.tsx'
import classes from './RouteError.module.css'

/** For an address where nothing is. */
export function NotFoundPage() {
  const t = useTexts(generalTexts)
  return (
    <CalmPage title={t.address_not_found}>
      <p>{t.address_not_found_hint}</p>
      <div>
        <WayHome />
      </div>
    </CalmPage>
  )
}

/** The same inside the frame, which stays for who is signed in. */
export function NotFoundInFrame() {
  const t = useTexts(generalTexts)
  return (
    <div className={classes['page']}>
      <h1 className={classes['title']}>{t.address_not_found}</h1>
      <EmptyState drawing="search" compact title={t.address_not_found_hint} action={<WayHome />} />
    </div>
  )
}

function WayHome() {
  const { go_home: words } = useTexts(generalTexts)
  return (
    <Button kind="primary" root={(props) => <Link {...props} to={paths.start()} />}>
      {words}
    </Button>
  )
}
