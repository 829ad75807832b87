import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { UserSection } from '@portico/contract/home/home.ts'
import type { SearchHit } from '@portico/contract/search/search.ts'
import { safeLink } from '@portico/contract/rich-text.ts'
import { useSignedIn } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { openDocument } from '../documents/open-document.ts'
import { announcementsQuery } from '../home/announcement-queries.ts'
import { sectionsQuery } from '../home/home-queries.ts'
import { LaunchDialogs } from '../home/LaunchDialogs.tsx'
import { useLaunch } from '../home/use-launch.ts'
import { SearchPalette } from './SearchPalette.tsx'
import { lazyDialog } from '../../patterns/lazy-part.tsx'

const PagesModal = lazyDialog(() => import('../home/PagesModal.tsx').then((module) => module.PagesModal))
const AllAnnouncementsModal = lazyDialog(() =>
  import('../home/AllAnnouncementsModal.tsx').then((module) => module.AllAnnouncementsModal),
)

interface SearchAndOpenProps {
  isOpen: boolean
  text: string
  onText: (text: string) => void
  onClose: () => void
}

/** The search, and the dialogs that its results open. */
export function SearchAndOpen({ isOpen, text, onText, onClose }: SearchAndOpenProps) {
  const { uid } = useSignedIn()
  const navigate = useNavigate()
  // A new window may open only while a key or a click is handled, so this must be loaded before.
  const { data: tiles = [] } = useQuery({ ...sectionsQuery(uid), enabled: isOpen })
  const { data: announcements = [] } = useQuery({ ...announcementsQuery(), enabled: isOpen })
  const launching = useLaunch(uid)
  const { open } = launching
  const [choosing, setChoosing] = useState<UserSection | null>(null)
  const [readingId, setReadingId] = useState<number | null>(null)
  const [acting, setActing] = useState<{ render: (onClose: () => void) => ReactNode } | null>(null)

  const openTile = ({ sectionId, id, kindCd }: SearchHit) => {
    const tile = tiles.find((each) => each.sectionId === sectionId)
    const pages = tile?.userSectionPages ?? []
    const page =
      kindCd === 'tile' ? (pages.length === 1 ? pages[0] : undefined) : pages.find((each) => each.pageId === id)
    if (tile && page) void open(tile, page)
    else if (tile) setChoosing(tile)
  }
  const openLink = ({ placeTxt }: SearchHit) => {
    const target = safeLink(placeTxt ?? '')
    if (target?.external) window.open(target.href, '_blank', 'noopener,noreferrer')
  }
  const file = ({ id, titleTxt }: SearchHit) => void openDocument({ documentId: id, documentNm: titleTxt })
  const openings: Readonly<Record<SearchHit['kindCd'], (hit: SearchHit) => void>> = {
    tile: openTile,
    page: openTile,
    item: openTile,
    link: openLink,
    document: file,
    shared: file,
    announcement: ({ id }) => setReadingId(id),
  }
  return (
    <>
      {isOpen && (
        <SearchPalette
          uid={uid}
          tiles={tiles}
          text={text}
          onText={onText}
          onClose={onClose}
          onAsk={() => {
            onClose()
            void navigate({ to: paths.askForApplication(), search: { q: text || undefined } as never })
          }}
          onOpen={(hit) => {
            onClose()
            if (!('target' in hit)) openings[hit.kindCd](hit)
            else if (typeof hit.target === 'string') void navigate({ href: hit.target })
            else setActing({ render: hit.target })
          }}
        />
      )}
      {choosing && (
        <PagesModal
          tile={choosing}
          onClose={() => setChoosing(null)}
          onOpen={(page) => {
            setChoosing(null)
            void open(choosing, page)
          }}
        />
      )}
      {readingId !== null && (
        <AllAnnouncementsModal
          uid={uid}
          startAt={announcements.find(({ announcementId }) => announcementId === readingId) ?? null}
          onClose={() => setReadingId(null)}
        />
      )}
      {acting?.render(() => setActing(null))}
      <LaunchDialogs launching={launching} />
    </>
  )
}
