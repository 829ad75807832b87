import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SectionSort, updateProfile } from '@portico/contract/account.ts'
import { accountTexts } from '@portico/contract/texts/account-texts.ts'
import { ApiError, request } from '../../api/call.ts'
import { useTexts } from '../../api/texts.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './AccountForm.module.css'
import { keepProfile, profileQuery } from './account-queries.ts'

/** The default sort order of the home page's applications. */
export function SortPanel() {
  const t = useTexts(accountTexts)
  const { data: profile } = useSuspenseQuery(profileQuery())
  const [wanted, setWanted] = useState<SectionSort | null>(null)
  const words: Record<SectionSort, string> = {
    ALPHABETICAL: t.sort_choice_alphabetical,
    FAVORITES: t.sort_choice_favorites,
    FAVORITES_ONLY: t.sort_choice_favorites_only,
    RECENTLY_USED: t.sort_choice_recently_used,
  }
  const choose = async (sort: SectionSort) => {
    setWanted(sort)
    try {
      const { data, message } = await request(updateProfile, { body: { sectionSortPrfTxt: sort } })
      keepProfile(data)
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    } finally {
      setWanted(null)
    }
  }
  return (
    <Panel title={t.sort_panel_title} help={t.sort_panel_help}>
      <div className={classes['form']}>
        <SelectField
          label={t.sort_label}
          value={wanted ?? profile.sectionSortPrfTxt}
          options={SectionSort.options.map((sort) => ({ value: sort, label: words[sort] }))}
          onChange={(event) => void choose(SectionSort.parse(event.currentTarget.value))}
        />
      </div>
    </Panel>
  )
}
