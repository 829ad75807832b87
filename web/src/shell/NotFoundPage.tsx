import { Link } from '@tanstack/react-router'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useTexts } from '../api/texts.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { CenteredPage } from './CenteredPage.tsx'
import classes from './RouteError.module.css'

/** For an unknown address. */
export function NotFoundPage() {
  const t = useTexts(generalTexts)
  return (
    <CenteredPage title={t.address_not_found}>
      <p>{t.address_not_found_hint}</p>
      <div>
        <HomeLink />
      </div>
    </CenteredPage>
  )
}

/** The same inside the frame, for signed-in users. */
export function NotFoundInFrame() {
  const t = useTexts(generalTexts)
  return (
    <div className={classes['page']}>
      <h1 className={classes['title']}>{t.address_not_found}</h1>
      <EmptyState drawing="search" compact title={t.address_not_found_hint} action={<HomeLink />} />
    </div>
  )
}

function HomeLink() {
  const { go_home: label } = useTexts(generalTexts)
  return (
    <Button kind="primary" root={(props) => <Link {...props} to={paths.start()} />}>
      {label}
    </Button>
  )
}
