import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { ReferenceCategory } from '@portico/contract/kit/reference-table.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { referenceDataTexts } from '@portico/contract/reference-data/reference-data-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { categoryOf, groupOf, groups } from './reference-categories.ts'
import { LoadingCategory } from './LoadingCategory.tsx'
import { ReferenceList } from './ReferenceList.tsx'
import classes from './StaticSettingsPage.module.css'
import { identityProviders } from '../identity-providers/screen.ts'

/** Value of the entry that leads to the screen of identity providers. */
const IDENTITY_PROVIDERS = 'identity-providers'

/** The categories of reference data behind one selector (DBMT-005, DBMT-010..024). */
export function StaticSettingsPage() {
  const t = useTexts(referenceDataTexts)
  const { select_one: selectOne } = useTexts(generalTexts)
  const { admin_static_settings: title } = useTexts(adminMenuTexts)
  const router = useRouter()
  const { pathname, search } = useLocation()
  const category = categoryOf(search)
  const group = groupOf(category)
  const isElsewhere = 'category' in search && search.category === IDENTITY_PROVIDERS
  // The search and the page of one category mean nothing in another. With the arrow keys many are passed on the way to
  // one: they leave no entries in the history.
  const choose = (path: string) =>
    void router.navigate({
      href: pathname + router.options.stringifySearch(path === '' ? {} : { category: path }),
      replace: category !== undefined || isElsewhere,
    })
  return (
    <AdminPage title={title} subtitle={t.static_settings_subtitle}>
      <div className={classes['category']}>
        <SelectField
          label={t.static_settings_category}
          value={isElsewhere ? IDENTITY_PROVIDERS : (group?.categories[0].path ?? '')}
          onChange={(event) => choose(event.currentTarget.value)}
          options={[
            { value: '', label: selectOne },
            ...groups.map(({ title: name, categories: [first] }) => ({ value: first.path, label: t[name] as string })),
            { value: IDENTITY_PROVIDERS, label: t.identity_providers_category },
          ]}
        />
        {category && group && group.categories.length > 1 && (
          <SegmentedControl
            label={t[group.title] as string}
            options={group.categories.map(({ path, texts }) => ({ value: path, label: t[texts.title] as string }))}
            value={category.path}
            onChange={choose}
          />
        )}
      </div>
      {isElsewhere ? <IdentityProvidersElsewhere /> : <CategoryContent category={category} />}
    </AdminPage>
  )
}

function CategoryContent({ category }: { category: ReferenceCategory | undefined }) {
  const { static_settings_none: none } = useTexts(referenceDataTexts)
  const { Screen } = groupOf(category) ?? {}
  if (!category) return <EmptyState drawing="list" title={none} />
  if (!Screen) return <ReferenceList key={category.path} category={category} />
  // What it loads leaves the choice above it, and the focus, in place.
  return (
    <Suspense fallback={<LoadingCategory />}>
      <Screen />
    </Suspense>
  )
}

function IdentityProvidersElsewhere() {
  const t = useTexts(referenceDataTexts)
  return (
    <EmptyState
      drawing="list"
      title={t.identity_providers_elsewhere}
      action={
        <Button root={(props) => <Link {...props} to={identityProviders.link()} />}>{t.identity_providers_open}</Button>
      }
    />
  )
}
