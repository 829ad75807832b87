import { UnstyledButton } from '@mantine/core'
import { useId, type CSSProperties } from 'react'
import { type UserSection, type UserSectionPage, setFavorite } from '@portico/contract/home/home.ts'
import { homeTexts } from '@portico/contract/home/home-texts.ts'
import { formatMessage, useTexts, texts } from '../../api/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { homePageTexts } from '@portico/contract/home/home-page-texts.ts'
import { lastUsed } from './last-used.ts'
import classes from './Tile.module.css'
import { isUnavailable, type ShownTile } from './tile-order.ts'
import { call } from '../../api/call.ts'
import { messageOrRetry } from '../../api/message-or-retry.ts'
import { type Preference, savePreference, shownInAnswer } from '../../patterns/save-preference.ts'
import { sectionsQuery, withTileDetails } from './home-queries.ts'

interface TileProps {
  uid: number
  shown: ShownTile
  /** Shows when the tile was last used, where the tiles are sorted by it. */
  showsUse: boolean
  now: Date
  openingId: number | null
  /** Called for a tile with one page. */
  onOpen: (tile: UserSection, page: UserSectionPage) => void
  /** Called for a tile with several pages. */
  onChoose: (tile: UserSection) => void
  /** Called before the star changes, because the tile may be removed. */
  onStar: (star: HTMLElement) => void
}

/** One application tile: image, name, state; the star is a separate button. */
export function Tile({ uid, shown: { tile, match }, showsUse, now, openingId, onOpen, onChoose, onStar }: TileProps) {
  const page = useTexts(homePageTexts)
  const stateId = useId()
  const { sectionNm, tileColor, tileImage, userSectionPages: pages, userSectionDetails: details } = tile
  const unavailable = isUnavailable(tile)
  const press = () => {
    const [only] = pages
    if (only && pages.length === 1) onOpen(tile, only)
    else onChoose(tile)
  }
  const color = tileColor === null ? {} : ({ '--section-color': `#${tileColor}` } as CSSProperties)
  return (
    <li className={classes['tile']} style={color} data-unavailable={unavailable || undefined}>
      <span className={classes['picture']}>
        <img className={classes['image']} src={tileImage} alt="" width={400} height={200} decoding="async" />
      </span>
      <span className={classes['words']}>
        <UnstyledButton
          className={classes['open']}
          aria-describedby={stateId}
          aria-disabled={unavailable || undefined}
          aria-busy={pages.some(({ pageId }) => pageId === openingId) || undefined}
          {...(pages.length > 1 ? { 'aria-haspopup': 'dialog' as const } : {})}
          onClick={unavailable ? undefined : press}
        >
          <span className={classes['name']}>{sectionNm}</span>
        </UnstyledButton>
        <span id={stateId} className={classes['state']}>
          <TileState tile={tile} now={now} showsUse={showsUse} />
        </span>
        {match.kind !== 'name' && (
          <span className={classes['match']}>
            <Icon name="search" size={16} />
            <span>{match.text}</span>
          </span>
        )}
      </span>
      <span className={classes['star']} data-on={details.favoriteFlg || undefined}>
        <IconButton
          label={formatMessage(page.tile_favorite, { name: sectionNm })}
          icon="star"
          size="s"
          filled={details.favoriteFlg}
          aria-pressed={details.favoriteFlg}
          onClick={(event) => {
            onStar(event.currentTarget)
            void saveFavorite(uid, tile.sectionId, !details.favoriteFlg)
          }}
        />
      </span>
    </li>
  )
}

/** Secondary text under a name: why it is unavailable, how many pages, when last used. */
function TileState({ tile, now, showsUse }: { tile: UserSection; now: Date; showsUse: boolean }) {
  const t = useTexts(homeTexts)
  const page = useTexts(homePageTexts)
  const { userSectionPages: pages, userSectionDetails: details } = tile
  if (isUnavailable(tile)) {
    return (
      <span className={classes['reason']}>
        <Icon name="lock" size={16} />
        {t.tile_unavailable}
      </span>
    )
  }
  const states = [
    formatMessage(page.tile_pages, { count: pages.length }),
    showsUse && details.lastAccessDt ? lastUsed(details.lastAccessDt, now, page) : null,
  ].filter((state) => state !== null)
  return states.join(' · ')
}

/** Marks or unmarks a favorite at once, and reverts it with a message when that cannot be saved (HOME-020). */
const saveFavorite = (uid: number, sectionId: number, favoriteFlg: boolean): unknown =>
  savePreference(favorite(uid, sectionId), favoriteFlg)

const favorite = (uid: number, sectionId: number): Preference<boolean> => ({
  key: `favorite ${uid} ${sectionId}`,
  ...shownInAnswer(
    sectionsQuery(uid).queryKey,
    (tiles: UserSection[]) => tiles.find((tile) => tile.sectionId === sectionId)?.userSectionDetails.favoriteFlg,
    (tiles, favoriteFlg) => withTileDetails(tiles, sectionId, { favoriteFlg }),
  ),
  save: (favoriteFlg) =>
    call(setFavorite, { params: { uid, sectionId }, body: { userSectionDetails: { favoriteFlg } } }),
  failed: (error) => messageOrRetry(error, texts(homeTexts).favorite_failed),
})
