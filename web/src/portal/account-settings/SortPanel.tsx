import { useSuspenseQuery } from '@tanstack/react-query'
import { SectionSort } from '@portico/contract/account/account.ts'
import { accountTexts } from '@portico/contract/account/account-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { savePreference } from '../../patterns/save-preference.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toast.ts'
import { ownProfileQuery, sortPreference } from './own-profile.ts'

/** The default sort order of the home page's applications. */
export function SortPanel() {
  const t = useTexts(accountTexts)
  const { uid } = useSignedIn()
  const { data: profile } = useSuspenseQuery(ownProfileQuery())
  const words: Record<SectionSort, string> = {
    ALPHABETICAL: t.sort_choice_alphabetical,
    FAVORITES: t.sort_choice_favorites,
    FAVORITES_ONLY: t.sort_choice_favorites_only,
    RECENTLY_USED: t.sort_choice_recently_used,
  }
  const choose = async (sort: SectionSort) => {
    const message = await savePreference(sortPreference(uid), sort)
    if (message !== undefined) toast.success(message)
  }
  return (
    <Panel title={t.sort_panel_title} help={t.sort_panel_help}>
      <PanelBody>
        <SelectField
          label={t.sort_label}
          value={profile.sectionSortPrfTxt}
          options={SectionSort.options.map((sort) => ({ value: sort, label: words[sort] }))}
          onChange={(event) => void choose(SectionSort.parse(event.currentTarget.value))}
        />
      </PanelBody>
    </Panel>
  )
}
