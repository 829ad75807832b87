import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SectionSort, updateProfile } from '@portico/contract/account.ts'
import { accountTexts } from '@portico/contract/texts/account-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { useAction } from '../../patterns/use-action.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { profileQuery } from './account-queries.ts'
import { showProfile } from './save-account.ts'

/** The default sort order of the home page's applications. */
export function SortPanel() {
  const t = useTexts(accountTexts)
  const { data: profile } = useSuspenseQuery(profileQuery())
  const save = useAction(updateProfile, { success: showProfile })
  /** Shown while it is being saved. */
  const [chosen, setChosen] = useState<SectionSort | null>(null)
  const words: Record<SectionSort, string> = {
    ALPHABETICAL: t.sort_choice_alphabetical,
    FAVORITES: t.sort_choice_favorites,
    FAVORITES_ONLY: t.sort_choice_favorites_only,
    RECENTLY_USED: t.sort_choice_recently_used,
  }
  const choose = async (sort: SectionSort) => {
    setChosen(sort)
    await save.run({ body: { sectionSortPrfTxt: sort } })
    setChosen(null)
  }
  return (
    <Panel title={t.sort_panel_title} help={t.sort_panel_help}>
      <PanelBody>
        <SelectField
          label={t.sort_label}
          value={chosen ?? profile.sectionSortPrfTxt}
          options={SectionSort.options.map((sort) => ({ value: sort, label: words[sort] }))}
          onChange={(event) => void choose(SectionSort.parse(event.currentTarget.value))}
        />
      </PanelBody>
    </Panel>
  )
}
