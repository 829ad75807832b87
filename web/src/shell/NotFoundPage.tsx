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

/** What `notFound` gets of a page that exists and that the user may not open. */
export const NO_ACCESS = { data: 'no access' }

/** The same inside the frame, for signed-in users; also for pages that they may not open. */
export function NotFoundInFrame({ data }: { data?: unknown }) {
  const t = useTexts(generalTexts)
  return (
    <div className={classes['page']}>
      {data === NO_ACCESS.data ? (
        <NotFoundContent title={t.no_access} message={t.no_access_hint} />
      ) : (
        <NotFoundContent message={t.address_not_found_hint} />
      )}
    </div>
  )
}

/** What a page shows whose record does not exist, or not for this user; `message` says so. */
export function NotFoundContent({ title: own, message }: { title?: string; message: string }) {
  const { address_not_found } = useTexts(generalTexts)
  const title = own ?? address_not_found
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
