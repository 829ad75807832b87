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
  const { address_not_found_hint: hint } = useTexts(generalTexts)
  return (
    <div className={classes['page']}>
      <NotFoundContent message={hint} />
    </div>
  )
}

/** What a page shows whose record does not exist, or not for this user; `message` says so. */
export function NotFoundContent({ message }: { message: string }) {
  const { address_not_found: title } = useTexts(generalTexts)
  return (
    <>
      <h1 className={classes['title']}>{title}</h1>
      <EmptyState drawing="search" compact title={message} action={<HomeLink />} />
    </>
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
