import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { applicationSearch } from '../application-search/screen.ts'

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
        <Button icon="search" root={(props) => <Link {...props} to={applicationSearch.link()} />}>
          {t.applications_open_search}
        </Button>
      }
    >
      {children}
    </AdminPage>
  )
}
