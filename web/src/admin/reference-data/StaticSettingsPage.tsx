import { useLocation, useRouter } from '@tanstack/react-router'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { referenceDataTexts } from '@portico/contract/reference-data/reference-data-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { categoryOf, groupOf, groups } from './reference-categories.ts'
import { ReferenceList } from './ReferenceList.tsx'
import classes from './StaticSettingsPage.module.css'
import { identityProviders } from '../identity-providers/screen.ts'

/** Value of the entry that opens the screen of identity providers. */
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
  const { Screen } = group ?? {}
  // The search and the page of one category mean nothing in another.
  const choose = (path: string) =>
    path === IDENTITY_PROVIDERS
      ? void router.navigate({ href: identityProviders.link() })
      : void router.navigate({ href: pathname + router.options.stringifySearch(path === '' ? {} : { category: path }) })
  return (
    <AdminPage title={title} subtitle={t.static_settings_subtitle}>
      <div className={classes['category']}>
        <SelectField
          label={t.static_settings_category}
          value={group?.categories[0].path ?? ''}
          onChange={(event) => choose(event.currentTarget.value)}
          options={[
            { value: '', label: selectOne },
            ...groups.map(({ title: name, categories: [first] }) => ({ value: first.path, label: t[name] as string })),
            // They have a screen of their own.
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
      {Screen && <Screen />}
      {category && !Screen && <ReferenceList key={category.path} category={category} />}
      {!category && <EmptyState drawing="list" title={t.static_settings_none} />}
    </AdminPage>
  )
}
