import { useLocation, useRouter } from '@tanstack/react-router'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { referenceDataTexts } from '@portico/contract/texts/reference-data-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { categories, categoryOf } from './reference-categories.ts'
import { ReferenceList } from './ReferenceList.tsx'
import classes from './StaticSettingsPage.module.css'

/** The categories of reference data behind one selector (DBMT-005, DBMT-010, DBMT-011). */
export function StaticSettingsPage() {
  const t = useTexts(referenceDataTexts)
  const { admin_static_settings: title } = useTexts(adminMenuTexts)
  const router = useRouter()
  const { pathname, search } = useLocation()
  const category = categoryOf(search)
  // The search and the page of one category mean nothing in another.
  const choose = (path: string) =>
    void router.navigate({ href: pathname + router.options.stringifySearch(path === '' ? {} : { category: path }) })
  return (
    <AdminPage title={title} subtitle={t.static_settings_subtitle}>
      <div className={classes['category']}>
        <SelectField
          label={t.static_settings_category}
          value={category?.path ?? ''}
          onChange={(event) => choose(event.currentTarget.value)}
          options={[
            { value: '', label: t.static_settings_choose },
            ...categories.map(({ path, texts }) => ({ value: path, label: t[texts.title] as string })),
          ]}
        />
      </div>
      {category ? (
        <ReferenceList key={category.path} category={category} />
      ) : (
        <EmptyState drawing="list" title={t.static_settings_none} />
      )}
    </AdminPage>
  )
}
