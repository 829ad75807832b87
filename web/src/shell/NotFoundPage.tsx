import { Link } from '@tanstack/react-router'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useTexts } from '../api/texts.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { CalmPage } from './CalmPage.tsx'

/** For an address where nothing is. */
export function NotFoundPage() {
  const t = useTexts(generalTexts)
  return (
    <CalmPage title={t.address_not_found}>
      <p>{t.address_not_found_hint}</p>
      <div>
        <Button kind="primary" root={(props) => <Link {...props} to={paths.start()} />}>
          {t.go_home}
        </Button>
      </div>
    </CalmPage>
  )
}
