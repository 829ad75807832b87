import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState, type ReactNode, type Ref, type RefObject } from 'react'
import type { UserSection, UserSectionPage } from '@portico/contract/home/home.ts'
import { homeTexts } from '@portico/contract/home/home-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import classes from './Applications.module.css'
import { homePageTexts } from '@portico/contract/home/home-page-texts.ts'
import { LoadFailure } from '../../patterns/LoadFailure.tsx'
import { paths } from '../../paths.ts'
import { sectionsQuery } from './home-queries.ts'
import { TilesPending } from './HomePending.tsx'
import { NoTiles } from './NoTiles.tsx'
import { TileControls } from './TileControls.tsx'
import { TileGrid } from './TileGrid.tsx'
import { shownTiles, type TileView } from './tile-order.ts'
import { LaunchDialogs } from './LaunchDialogs.tsx'
import { useLaunch } from './use-launch.ts'
import { lazyDialog } from '../../patterns/lazy-part.tsx'

const PagesModal = lazyDialog(() => import('./PagesModal.tsx').then((module) => module.PagesModal))

interface ApplicationsProps {
  uid: number
  now: Date
  view: TileView
  onView: (view: TileView) => void
}

/** The user's applications: view controls and tiles. Where they cannot be loaded, their place says so. */
export function Applications({ uid, now, view, onView }: ApplicationsProps) {
  const page = useTexts(homePageTexts)
  const { data: tiles, isError, refetch } = useQuery(sectionsQuery(uid))
  const launching = useLaunch(uid)
  const { open, openingId } = launching
  const heading = useRef<HTMLHeadingElement>(null)
  const [choosing, setChoosing] = useState<UserSection | null>(null)
  return (
    <>
      <ApplicationsSection
        headingRef={heading}
        controls={tiles && tiles.length > 0 && <TileControls view={view} onChange={onView} />}
      >
        {tiles && (
          <Tiles
            uid={uid}
            now={now}
            view={view}
            onView={onView}
            tiles={tiles}
            heading={heading}
            openingId={openingId}
            onOpen={(tile, one) => void open(tile, one)}
            onChoose={setChoosing}
          />
        )}
        {!tiles && isError && <LoadFailure message={page.home_tiles_failed} onRetry={() => void refetch()} />}
        {!tiles && !isError && <TilesPending />}
      </ApplicationsSection>
      {choosing && (
        <PagesModal
          tile={choosing}
          onClose={() => setChoosing(null)}
          onOpen={(one) => {
            setChoosing(null)
            void open(choosing, one)
          }}
        />
      )}
      <LaunchDialogs launching={launching} />
    </>
  )
}

interface TilesProps extends ApplicationsProps {
  tiles: UserSection[]
  heading: RefObject<HTMLHeadingElement | null>
  openingId: number | null
  onOpen: (tile: UserSection, page: UserSectionPage) => void
  onChoose: (tile: UserSection) => void
}

/** The tiles of the view, or why there are none. */
function Tiles({ uid, now, view, onView, tiles, heading, ...opening }: TilesProps) {
  const t = useTexts(homeTexts)
  const page = useTexts(homePageTexts)
  const emptiedByStar = useRef(false)
  const shown = shownTiles(tiles, view)
  const count = formatMessage(page.home_tile_count, { count: shown.length })
  return (
    <>
      <VisuallyHidden role="status">{count}</VisuallyHidden>
      {shown.length > 0 ? (
        <TileGrid
          {...opening}
          uid={uid}
          now={now}
          label={t.home_applications}
          tiles={shown}
          showsUse={view.sort === 'recent'}
          leavesWithStar={view.favoritesOnly}
          onEmptied={() => {
            emptiedByStar.current = true
          }}
        />
      ) : (
        <NoTiles
          hasTiles={tiles.length > 0}
          view={view}
          onView={(next) => {
            // The button is removed by its click; the focus stays with the applications.
            heading.current?.focus({ preventScroll: true })
            onView(next)
          }}
          onShown={(action) => {
            if (emptiedByStar.current) action.focus()
            emptiedByStar.current = false
          }}
        />
      )}
    </>
  )
}

interface ApplicationsSectionProps {
  headingRef?: Ref<HTMLHeadingElement>
  controls: ReactNode
  children: ReactNode
}

/** The heading and the ends of the section around the tiles. */
export function ApplicationsSection({ headingRef, controls, children }: ApplicationsSectionProps) {
  const { home_applications: name } = useTexts(homeTexts)
  const { home_ask_for_application: ask } = useTexts(homePageTexts)
  return (
    <section className={classes['applications']} aria-label={name}>
      <h2 ref={headingRef} tabIndex={-1}>
        {name}
      </h2>
      {controls}
      {children}
      <p className={classes['ask']}>
        <Link to={paths.askForApplication()}>{ask}</Link>
      </p>
    </section>
  )
}
