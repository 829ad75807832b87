import { UnstyledButton } from '@mantine/core'
import { useId } from 'react'
import { searchKinds } from '@portico/contract/search/search.ts'
import { searchTexts } from '@portico/contract/search/search-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { type PaletteHit, recordKinds } from './admin-hits.ts'
import classes from './SearchPalette.module.css'

/** Kinds in display order. */
const kinds = [...searchKinds, ...recordKinds, 'admin'] as const

const iconOf: Readonly<Record<PaletteHit['kindCd'], IconName>> = {
  tile: 'grid',
  page: 'external',
  item: 'search',
  link: 'link',
  document: 'document',
  shared: 'users',
  announcement: 'megaphone',
  user: 'user',
  act: 'pencil',
  client: 'users',
  application: 'grid',
  admin: 'settings',
}

interface HitListProps {
  id: string
  optionId: (index: number) => string
  hits: readonly PaletteHit[]
  active: number
  /** They are still those of an earlier text. */
  isBusy: boolean
  onOpen: (hit: PaletteHit) => void
  onPoint: (index: number) => void
}

/** Results by kind; the focus stays in the field, which refers to the active one. */
export function HitList({ id, optionId, hits, active, isBusy, onOpen, onPoint }: HitListProps) {
  const t = useTexts(searchTexts)
  const groupId = useId()
  return (
    <div role="listbox" id={id} aria-label={t.search_title} aria-busy={isBusy || undefined} className={classes['list']}>
      {kinds.map((kind) => {
        const ofKind = hits.map((hit, index) => ({ hit, index })).filter(({ hit }) => hit.kindCd === kind)
        if (ofKind.length === 0) return null
        return (
          <div key={kind} role="group" aria-labelledby={`${groupId}-${kind}`}>
            <div id={`${groupId}-${kind}`} role="presentation" className={classes['kind']}>
              {t[`search_kind_${kind}`]}
            </div>
            {ofKind.map(({ hit, index }) => (
              // The field handles the keys and keeps the focus.
              <UnstyledButton
                tabIndex={-1}
                key={`${hit.id}-${index}`}
                id={optionId(index)}
                role="option"
                aria-selected={index === active}
                className={classes['hit']}
                onPointerMove={() => onPoint(index)}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onOpen(hit)}
              >
                <Icon name={iconOf[kind]} size={16} />
                <span className={classes['title']}>{hit.titleTxt}</span>
                {hit.placeTxt !== null && <span className={classes['place']}>{hit.placeTxt}</span>}
              </UnstyledButton>
            ))}
          </div>
        )
      })}
    </div>
  )
}
