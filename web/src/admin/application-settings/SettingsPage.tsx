import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { catalogPageTexts } from '@portico/contract/texts/catalog-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { Button } from '../../ui/Button.tsx'

interface SettingsPageProps {
  title: string
  subtitle?: string
  children: ReactNode
}

/** The screen of one application, section or system, with the way to the search of all (CATA-015, CATA-017). */
export function SettingsPage({ title, subtitle, children }: SettingsPageProps) {
  const t = useTexts(catalogPageTexts)
  return (
    <AdminPage
      title={title}
      subtitle={subtitle}
      actions={
        <Button icon="search" root={(props) => <Link {...props} to={paths.applicationSearch() as string} />}>
          {t.applications_open_search}
        </Button>
      }
    >
      {children}
    </AdminPage>
  )
}
