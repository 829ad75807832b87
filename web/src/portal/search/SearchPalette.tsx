import { TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import '@mantine/core/styles/Input.layer.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react'
import type { UserSection } from '@portico/contract/home/home.ts'
import { SEARCH_MAX, searchPortal } from '@portico/contract/search/search.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { searchTexts } from '@portico/contract/search/search-texts.ts'
import { query } from '../../api/query.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { fieldClasses } from '../../ui/field-props.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { HitList } from './HitList.tsx'
import { useRecentHits } from './recent-hits.ts'
import { type PaletteHit, useRecordHits, useScreenHits } from './admin-hits.ts'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import classes from './SearchPalette.module.css'

/** Pause in typing after which the request is sent. */
const INPUT_DELAY_MS = 80

interface SearchPaletteProps {
  uid: number
  tiles: readonly UserSection[]
  text: string
  onText: (text: string) => void
  onOpen: (hit: PaletteHit) => void
  /** Opens the page that asks for an application. */
  onAsk: () => void
  onClose: () => void
}

/** What a text finds, and before there is one what was opened last. `isAnswered`: the hits are those of the text. */
function useHits(uid: number, tiles: readonly UserSection[], text: string) {
  const answered = useQuery({
    ...query(searchPortal, { params: { uid }, query: { text } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
  const screens = useScreenHits(text)
  const records = useRecordHits(uid, text)
  const recent = useRecentHits(uid, tiles)
  const found: readonly PaletteHit[] = [...(answered.data ?? []), ...records.hits, ...screens]
  return text === ''
    ? { hits: recent, isAnswered: true, hasFailed: false }
    : {
        hits: found,
        isAnswered: !answered.isPending && !answered.isPlaceholderData && records.isCurrent,
        hasFailed: answered.isError || records.hasFailed,
      }
}

/** One field for everything: results while the user types, selected by arrow keys, opened by Enter. */
export function SearchPalette({ uid, tiles, text, onText, onOpen, onAsk, onClose }: SearchPaletteProps) {
  const t = useTexts(searchTexts)
  const { close } = useTexts(generalTexts)
  const listId = useId()
  /** The result that the user has moved to; null: the first. Results of other kinds may still come before it. */
  const [active, setActive] = useState<string | null>(null)
  // Enter may be pressed before the results of the text are there.
  const [awaitedText, setAwaitedText] = useState<string | null>(null)
  const [searchText] = useDebouncedValue(text.trim(), INPUT_DELAY_MS)
  const { hits, isAnswered, hasFailed } = useHits(uid, tiles, searchText)
  const chosenIndex = hits.findIndex((hit) => keyOf(hit) === active)
  const activeIndex = hits.length === 0 ? -1 : Math.max(chosenIndex, 0)
  const select = (index: number) => setActive(hits[index] ? keyOf(hits[index]) : null)
  const optionId = (index: number) => `${listId}-${index}`

  // The results on screen may still belong to the previous text.
  const isCurrent = searchText === text.trim() && isAnswered
  const openFirst = useEffectEvent(() => hits[0] && onOpen(hits[0]))
  const isAwaited = isCurrent && awaitedText === searchText && searchText !== ''
  useEffect(() => {
    if (isAwaited) openFirst()
  }, [isAwaited])

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Partial<Record<string, number>> = { ArrowDown: activeIndex + 1, ArrowUp: activeIndex - 1 }
    const next = moves[event.key]
    if (next !== undefined && hits.length > 0) {
      event.preventDefault()
      select((next + hits.length) % hits.length)
      document.getElementById(optionId((next + hits.length) % hits.length))?.scrollIntoView({ block: 'nearest' })
    }
    const chosen = hits[activeIndex]
    if (event.key !== 'Enter') return
    event.preventDefault()
    const isChosen = chosenIndex >= 0 && searchText === text.trim()
    if (!isCurrent && !isChosen) setAwaitedText(text.trim())
    else if (chosen) onOpen(chosen)
  }
  return (
    <Modal opened onClose={onClose} title={t.search_title} closeLabel={close}>
      <TextInput
        // Synchronously, or keys typed meanwhile would be lost.
        ref={focusOnMount}
        data-autofocus
        type="text"
        role="combobox"
        aria-label={t.search_field}
        aria-expanded={hits.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(hits.length > 0 ? { 'aria-activedescendant': optionId(activeIndex) } : {})}
        placeholder={t.search_field}
        autoComplete="off"
        spellCheck={false}
        maxLength={SEARCH_MAX}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          onText(value)
          setActive(null)
          setAwaitedText(null)
        }}
        onKeyDown={onKeyDown}
        classNames={fieldClasses}
        leftSection={<Icon name="search" size={16} />}
      />
      <div className={classes['answers']}>
        <HitList
          id={listId}
          optionId={optionId}
          hits={hits}
          active={activeIndex}
          isBusy={!isAnswered && hits.length > 0}
          onOpen={onOpen}
          onPoint={select}
        />
        <Results
          isEmpty={searchText === ''}
          isWaiting={!isAnswered}
          hasFailed={hasFailed}
          count={hits.length}
          onAsk={onAsk}
        />
      </div>
    </Modal>
  )
}

const keyOf = ({ kindCd, id, titleTxt }: PaletteHit) => `${kindCd} ${id} ${titleTxt}`

interface ResultsProps {
  isEmpty: boolean
  isWaiting: boolean
  hasFailed: boolean
  count: number
  onAsk: () => void
}

/** The text without results, and the announced number of results. */
function Results({ isEmpty, isWaiting, hasFailed, count, onAsk }: ResultsProps) {
  const t = useTexts(searchTexts)
  if (isEmpty) return <p className={classes['hint']}>{count === 0 ? t.search_hint : t.search_recent}</p>
  if (hasFailed) return <Alert tone="error">{t.search_failed}</Alert>
  if (isWaiting) return null
  if (count === 0)
    return (
      <EmptyState
        live
        compact
        drawing="search"
        title={t.search_none}
        hint={t.search_none_hint}
        action={<Button onClick={onAsk}>{t.search_ask_for_application}</Button>}
      />
    )
  return (
    <>
      <VisuallyHidden role="status">{formatMessage(t.search_hits, { count })}</VisuallyHidden>
      <p className={`${classes['hint']} ${classes['moves']}`}>{t.search_moves}</p>
    </>
  )
}
