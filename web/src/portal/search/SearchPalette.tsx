import { TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import '@mantine/core/styles/Input.layer.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState, type KeyboardEvent } from 'react'
import { SEARCH_MAX, type SearchHit, searchPortal } from '@portico/contract/search.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { searchTexts } from '@portico/contract/texts/search-texts.ts'
import { query } from '../../api/query.ts'
import { useTexts } from '../../api/texts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { fieldClasses } from '../../ui/field-look.tsx'
import { fill } from '../../ui/fill.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Message } from '../../ui/Message.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { HitList } from './HitList.tsx'
import classes from './SearchPalette.module.css'

/** A pause of typing after which the server is asked. */
const PAUSE_MS = 80

interface SearchPaletteProps {
  uid: number
  onOpen: (hit: SearchHit) => void
  onClose: () => void
}

/** One field for everything: answers while the person types, chosen by arrow keys, opened by Enter. */
export function SearchPalette({ uid, onOpen, onClose }: SearchPaletteProps) {
  const t = useTexts(searchTexts)
  const { close } = useTexts(generalTexts)
  const listId = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS)
  const answered = useQuery({
    ...query(searchPortal, { params: { uid }, query: { text: asked } }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  const hits = asked === '' ? [] : (answered.data ?? [])
  const at = Math.min(active, hits.length - 1)
  const optionId = (index: number) => `${listId}-${index}`

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Partial<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1 }
    const next = moves[event.key]
    if (next !== undefined && hits.length > 0) {
      event.preventDefault()
      setActive((next + hits.length) % hits.length)
      document.getElementById(optionId((next + hits.length) % hits.length))?.scrollIntoView({ block: 'nearest' })
    }
    const chosen = hits[at]
    // What is on screen may still belong to what was typed before.
    if (event.key === 'Enter' && chosen && asked === text.trim() && !answered.isPlaceholderData) {
      event.preventDefault()
      onOpen(chosen)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t.search_title} closeLabel={close}>
      <TextInput
        data-autofocus
        type="text"
        role="combobox"
        aria-label={t.search_field}
        aria-expanded={hits.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(hits.length > 0 ? { 'aria-activedescendant': optionId(at) } : {})}
        placeholder={t.search_field}
        autoComplete="off"
        spellCheck={false}
        maxLength={SEARCH_MAX}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
        classNames={fieldClasses}
        leftSection={<Icon name="search" size={16} />}
      />
      <div className={classes['answers']}>
        <HitList id={listId} optionId={optionId} hits={hits} active={at} onOpen={onOpen} onPoint={setActive} />
        <Below
          isEmpty={asked === ''}
          isWaiting={answered.isPending || answered.isPlaceholderData}
          hasFailed={answered.isError}
          count={hits.length}
        />
      </div>
    </Modal>
  )
}

interface BelowProps {
  isEmpty: boolean
  isWaiting: boolean
  hasFailed: boolean
  count: number
}

/** What is said where there are no hits, and how many there are to those who do not see them. */
function Below({ isEmpty, isWaiting, hasFailed, count }: BelowProps) {
  const t = useTexts(searchTexts)
  if (isEmpty) return <p className={classes['hint']}>{t.search_hint}</p>
  if (hasFailed) return <Message tone="error">{t.search_failed}</Message>
  if (isWaiting) return null
  if (count === 0) return <EmptyState live compact drawing="search" title={t.search_none} hint={t.search_none_hint} />
  return (
    <>
      <VisuallyHidden role="status">{count === 1 ? t.search_one_hit : fill(t.search_hits, { count })}</VisuallyHidden>
      <p className={`${classes['hint']} ${classes['moves']}`}>{t.search_moves}</p>
    </>
  )
}
