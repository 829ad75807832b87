import { useState } from 'react'
import type { SearchItem } from '@portico/contract/catalog/catalog-records.ts'
import { isSameSearchItem } from '@portico/contract/catalog/catalog-rules.ts'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import classes from './ApplicationSettings.module.css'

interface SearchItemListProps {
  items: readonly SearchItem[]
  /** The level below that of the heading above it. */
  Heading: 'h2' | 'h3'
  /** Says when an item of this name is gone. */
  removeBody: (name: string) => string
  onChange: (next: readonly SearchItem[]) => void
}

/** The search items of an application; each is removed after a question (CATA-065). */
export function SearchItemList({ items, Heading, removeBody, onChange }: SearchItemListProps) {
  const t = useTexts(catalogPageTexts)
  const { cancel } = useTexts(generalTexts)
  const [removing, setRemoving] = useState<SearchItem | null>(null)
  return (
    <div>
      <Heading className={classes['part']}>{t.search_items_title}</Heading>
      {items.length === 0 ? (
        <p className={classes['help']}>{t.search_items_none}</p>
      ) : (
        <ul className={classes['items']}>
          {items.map((item) => (
            <li key={`${item.sublinkNm}\n${item.descriptionTxt}`} className={classes['item']}>
              <span>
                {item.sublinkNm}
                <span className={classes['description']}>{item.descriptionTxt}</span>
              </span>
              <Button
                size="s"
                kind="quiet"
                icon="trash"
                aria-label={formatMessage(t.search_item_remove, { name: item.sublinkNm })}
                onClick={() => setRemoving(item)}
              >
                {t.search_item_remove_short}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {removing && (
        <ConfirmModal
          opened
          danger
          onClose={() => setRemoving(null)}
          title={t.search_item_remove_title}
          confirmLabel={t.search_item_remove_short}
          cancelLabel={cancel}
          closeAfterMs={CLOSE_AFTER_MS.catalog}
          onConfirm={() => {
            onChange(items.filter((item) => !isSameSearchItem(item, removing)))
            return Promise.resolve({ ok: true, message: t.search_item_removed })
          }}
        >
          <p>{removeBody(removing.sublinkNm)}</p>
        </ConfirmModal>
      )}
    </div>
  )
}
