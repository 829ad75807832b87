import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { homePageTexts } from '@portico/contract/home/home-page-texts.ts'
import { homeTexts } from '@portico/contract/home/home-texts.ts'
import { useSession } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { unreadCount } from './announcement-list.ts'
import { announcementsQuery } from './announcement-queries.ts'
import { lazyDialog } from '../../patterns/lazy-part.tsx'

const AllAnnouncementsModal = lazyDialog(() =>
  import('./AllAnnouncementsModal.tsx').then((module) => module.AllAnnouncementsModal),
)

/** The header's bell: the number of announcements not dismissed, and a dialog with all of them. */
export function AnnouncementsBell() {
  // Between sign-out and the sign-in page there is no session.
  const uid = useSession()?.uid
  return uid === undefined ? null : <Bell uid={uid} />
}

function Bell({ uid }: { uid: number }) {
  const t = useTexts(homeTexts)
  const page = useTexts(homePageTexts)
  const { data: all = [] } = useQuery(announcementsQuery())
  const [isReading, setIsReading] = useState(false)
  const count = unreadCount(all)
  const title = t.announcements_title
  const label = count === 0 ? title : formatMessage(page.announcements_unread, { title, count })
  return (
    <>
      <IconButton label={label} icon="bell" count={count} aria-haspopup="dialog" onClick={() => setIsReading(true)} />
      {isReading && <AllAnnouncementsModal uid={uid} startAt={null} onClose={() => setIsReading(false)} />}
    </>
  )
}
